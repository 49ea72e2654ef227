import type { PresenceReader } from "#shared/live-status/presence.server.ts";
import { createAtRisk } from "../../gateway/features/live-status/at-risk.ts";
import { createBrandsAtRisk } from "../../gateway/features/live-status/brands-at-risk.ts";
import { createNetworkEvents } from "../../gateway/features/network-events/network-events.ts";
import { createMachineStates } from "../../gateway/features/pending-counts/machine-states.ts";
import { countedParts, createPendingCounts } from "../../gateway/features/pending-counts/pending-counts.ts";
import { head, row, say } from "./command-line.ts";
import type { ConsoleGateway } from "./console.ts";
import { inMs, processorSeconds, quantile } from "./measure.ts";
import type { OwnServers } from "./own-servers.ts";

/** What is counted of all machines, by every open page or by those that show what is not sold. */
export const counted = ["attention", "network-events", "vending-machines/at-risk", "vending-machines/at-risk/brands"];

/** The same without what is kept in memory: as it is read of networks that one answer lists. */
const readFromStores = ({ parts }: ConsoleGateway, presence: PresenceReader) => {
  const few = { ...parts, presence, manyMachines: async () => null };
  const counts = createPendingCounts(few);
  const { silentAfterSeconds } = parts.limits;
  const countAll = async () => {
    await parts.mongo.readAsOf((session) => counts.count(session, countedParts));
    const states = createMachineStates(silentAfterSeconds);
    states.know(await counts.readMachines());
    return states.count(parts.clock.now());
  };
  const works = [countAll, createNetworkEvents(few).read, createAtRisk(few), createBrandsAtRisk(few)];
  return counted.map((path, at) => ({ what: `${path}, read from the stores`, work: works[at] ?? countAll }));
};

interface Measured {
  gateway: ConsoleGateway;
  presence: PresenceReader;
  read: (path: string) => Promise<unknown>;
  servers: OwnServers;
  rounds: number;
}

/** Prints the processor time of one call of each, without heartbeats beside it. */
export const costOfCounts = async ({ gateway, presence, read, servers, rounds }: Measured): Promise<void> => {
  const pids = [process.pid, servers.pids.mongo ?? 0, servers.pids.redis ?? 0];
  const calls = counted.map((path) => ({ what: path, work: () => read(path) }));
  say(`\n${head("processor time of one call", "gateway", "MongoDB", "Redis", "median")}`);
  for (const { what, work } of [...calls, ...readFromStores(gateway, presence)]) {
    await work();
    const before = pids.map(processorSeconds);
    const ms: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      await work();
      ms.push(performance.now() - began);
    }
    const used = pids.map((pid, at) => ((processorSeconds(pid) - (before[at] ?? 0)) * 1_000) / rounds);
    say(row(what, ...used.map((one) => inMs(one, 1)), inMs(quantile(ms, 0.5))));
  }
};

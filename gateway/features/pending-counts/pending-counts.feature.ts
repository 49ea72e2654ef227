import { createSharedRun } from "#shared/concurrency/single-flight.ts";
import type { CallAnswer } from "#shared/http/endpoint.ts";
import { readPendingCounts } from "#shared/pending-counts/pending-counts.api.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { countStatuses } from "../../records/many-machines.ts";
import { countsOf, createMachineStates } from "./machine-states.ts";
import { countedParts, createPendingCounts } from "./pending-counts.ts";

/** Pending counts. All operators' pages request them at once after a reconnect: they are counted once for all. */
export const pendingCountsFeature: Feature = (app, parts) => {
  const { mongo, clock, limits, manyMachines } = parts;
  const counts = createPendingCounts(parts);
  const countMachines = async () => {
    const many = await manyMachines();
    if (many) return countsOf(countStatuses(many, clock.now(), limits.silentAfterSeconds));
    const states = createMachineStates(limits.silentAfterSeconds);
    states.know(await counts.readMachines());
    return states.count(clock.now());
  };
  const read = createSharedRun(async (): Promise<CallAnswer<typeof readPendingCounts>> => {
    const countedAt = clock.now();
    const { found } = await mongo.readAsOf((session) => counts.count(session, countedParts));
    return { attention: { countedAt, ...(await countMachines()), ...found } };
  });
  route(app, readPendingCounts, () => read());
};

import { createSharedRun } from "#shared/concurrency/single-flight.ts";
import type { CallAnswer } from "#shared/http/endpoint.ts";
import { readPendingCounts } from "#shared/pending-counts/pending-counts.api.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createMachineStates } from "./machine-states.ts";
import { countedParts, createPendingCounts } from "./pending-counts.ts";

/** How much waits for somebody. All operators' pages ask at once after a reconnect: it is counted once for all of them. */
export const pendingCountsFeature: Feature = (app, parts) => {
  const { mongo, clock, limits } = parts;
  const counts = createPendingCounts(parts);
  const read = createSharedRun(async (): Promise<CallAnswer<typeof readPendingCounts>> => {
    const countedAt = clock.now();
    const { found } = await mongo.readAsOf((session) => counts.count(session, countedParts));
    const states = createMachineStates(limits.silentAfterSeconds);
    states.know(await counts.readMachines());
    return { attention: { countedAt, ...states.count(clock.now()), ...found } };
  });
  route(app, readPendingCounts, () => read());
};

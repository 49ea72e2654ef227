import type { ObjectId } from "mongodb";
import { createBatch } from "#shared/concurrency/batch.ts";
import type { UnitConnection } from "#shared/events/unit-connections.ts";
import type { GatewayParts } from "../../parts.ts";
import { seenByGateway, writeFact } from "./fact-write.ts";
import type { Settling } from "./settling.ts";

type Parts = Pick<GatewayParts, "mongo" | "limits" | "metrics" | "clock"> & { settling: Settling };
type Waiting = { _id: ObjectId; session: ObjectId; serialNumber: string; connection: string | null };

const unitsPerQuery = 500;

/** A unit that subscribes over another connection than the one its restart went out on has connected anew. */
export const createRestarts = ({ mongo, limits, metrics, clock, settling }: Parts) => {
  const { sessionRows } = mongo.collections;

  const note = createBatch<UnitConnection, void>({
    work: async (connections) => {
      const current = new Map(connections.map(({ serialNumber, id }) => [serialNumber, id]));
      const waiting = await sessionRows
        .find({ serialNumber: { $in: [...current.keys()] }, awaitsRestart: true })
        .project<Waiting>({ session: 1, serialNumber: 1, connection: 1 })
        .toArray();
      const restarted = waiting.filter(({ serialNumber, connection }) => connection !== current.get(serialNumber));
      if (restarted.length > 0) {
        const fact = seenByGateway(new Date(clock.now()));
        const writes = restarted.map(({ _id }) => writeFact({ _id }, "restart", "restarted", fact));
        const { modifiedCount } = await sessionRows.bulkWrite(writes, { ordered: false });
        metrics.commandFacts.inc({ fact: "restarted" }, modifiedCount);
        for (const { session } of restarted) settling.wake(session);
      }
      return connections.map(() => ({ done: undefined }));
    },
    maxWeight: unitsPerQuery,
    answerMs: limits.factStoreMs,
  });

  return { note };
};
export type Restarts = ReturnType<typeof createRestarts>;

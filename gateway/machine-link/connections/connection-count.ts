import { randomUUID } from "node:crypto";
import { createBatch, type JobOutcome } from "#shared/concurrency/batch.ts";
import type { GatewayParts } from "../../parts.ts";
import { failuresIn } from "../store-writes.ts";

const signInsPerGroup = 500;
/**
 * If up to this many sign-ins of one unit come at the same moment, each finds its own number; one beyond must come
 * again.
 */
const remembered = 8;

const next = { $add: [{ $ifNull: ["$count", 0] }, 1] };
const numbered = (signIn: string) => {
  const before = { $ifNull: ["$given", []] };
  return { count: next, given: { $slice: [{ $concatArrays: [[{ signIn, number: next }], before] }, remembered] } };
};

/**
 * The order of a unit's connections: a number that MongoDB counts, one higher with each sign-in at whichever gateway.
 * Clocks of gateways differ, and what orders what units say must not. Sign-ins of one moment are counted together, so
 * that a network that returns at once costs a few writes; a number that was given is known to a majority.
 */
export const createConnectionCount = ({ mongo }: Pick<GatewayParts, "mongo">) => {
  const { connectionCounts } = mongo.collections;

  return createBatch<string, number>({
    work: async (serialNumbers) => {
      const signIns = serialNumbers.map((_id) => ({ _id, signIn: randomUUID() }));
      let failures = new Map<number, unknown>();
      try {
        const writes = signIns.map(({ _id, signIn }) => ({
          updateOne: { filter: { _id }, update: [{ $set: numbered(signIn) }], upsert: true },
        }));
        await connectionCounts.bulkWrite(writes, { ordered: false });
      } catch (error) {
        failures = failuresIn(error, [...signIns.keys()]);
      }
      const found = await connectionCounts.find({ _id: { $in: serialNumbers } }).toArray();
      const given = new Map(found.flatMap((unit) => unit.given.map(({ signIn, number }) => [signIn, number])));
      return signIns.map(({ signIn }, i): JobOutcome<number> => {
        const number = given.get(signIn);
        if (number !== undefined) return { done: number };
        return { failed: failures.get(i) ?? new Error("this connection could not be counted") };
      });
    },
    maxWeight: signInsPerGroup,
  });
};

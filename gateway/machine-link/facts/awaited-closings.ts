import type { AnyBulkWriteOperation, ObjectId } from "mongodb";
import type { AwaitedClosingDocument, AwaitedRow } from "#shared/control-units/command.document.server.ts";
import { commandLimits } from "#shared/control-units/row.rules.ts";
import type { GatewayParts } from "../../parts.ts";
import type { FactJob } from "./fact-write.ts";

const dayMs = 86_400_000;
/** Rows of one lock that were seen open and go on at once: two operators may open one door within minutes. */
const mostRows = 20;

export const lockId = (serialNumber: string, channel: number) => `${serialNumber}/${channel}`;

/** The newest row of a lock that was seen open waits; earlier ones wait as long as they can still end as closed. */
const waitAlso = (row: AwaitedRow) => {
  const since = new Date(row.openedAt.getTime() - commandLimits.stockCloseMs);
  const goesOn = { $and: [{ $ne: ["$$row.session", row.session] }, { $gte: ["$$row.openedAt", since] }] };
  const others = { $filter: { input: { $ifNull: ["$rows", []] }, as: "row", cond: goesOn } };
  return {
    openedAt: { $max: ["$openedAt", row.openedAt] },
    rows: { $slice: [{ $concatArrays: [[{ $literal: row }], others] }, mostRows] },
  };
};

/** Open doors that wait for a message that says locked. One document per lock, found by its id alone. */
export const createAwaitedClosings = ({ mongo }: Pick<GatewayParts, "mongo">) => {
  const { awaitedClosings } = mongo.collections;

  const writeOf = (job: FactJob): AnyBulkWriteOperation<AwaitedClosingDocument>[] => {
    const { command, channel, name, fact, connectionNumber } = job;
    if (channel === null || (name !== "opened" && name !== "closed")) return [];
    const filter = { _id: lockId(command.serialNumber, channel) };
    const { session } = command;
    if (name === "closed") return [{ updateOne: { filter, update: { $pull: { rows: { session } } } } }];
    const row = { session, openedAt: fact.receivedAt, boot: fact.boot, seq: fact.seq, connectionNumber };
    return [{ updateOne: { filter, update: [{ $set: waitAlso(row) }], upsert: true } }];
  };

  return {
    /** Stored beside these facts. A row that was noted before is noted again, because the earlier note may be lost. */
    note: async (facts: FactJob[]): Promise<void> => {
      const writes = facts.flatMap(writeOf);
      if (writes.length > 0) await awaitedClosings.bulkWrite(writes);
    },
    /** The rows that wait for these locks, by `lockId`; a day after it was seen open none does. */
    find: async (locks: string[], now: number): Promise<Map<string, AwaitedRow[]>> => {
      const found = await awaitedClosings.find({ _id: { $in: locks } }).toArray();
      const ofADay = ({ openedAt }: AwaitedRow) => openedAt.getTime() > now - dayMs;
      return new Map(found.map(({ _id, rows }) => [_id, rows.filter(ofADay)]));
    },
    /** These rows were seen closed. */
    clear: async (serialNumber: string, closed: { channel: number; session: ObjectId }[]): Promise<void> => {
      await awaitedClosings.bulkWrite(
        closed.map(({ channel, session }) => ({
          updateOne: { filter: { _id: lockId(serialNumber, channel) }, update: { $pull: { rows: { session } } } },
        })),
        { ordered: false },
      );
    },
  };
};
export type AwaitedClosings = ReturnType<typeof createAwaitedClosings>;

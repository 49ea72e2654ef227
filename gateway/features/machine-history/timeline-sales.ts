import type { FindCursor, ObjectId } from "mongodb";
import { rupeesOf } from "#shared/http/money.ts";
import type { TimelineEntry } from "#shared/machines/machine-timeline.schema.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";
import type { TimelinePart } from "./timeline-part.ts";
import { type When, wholeMoments } from "./whole-moments.ts";

interface Named {
  _id: string;
  name: string;
}

/** What was bought at a machine, and the cans that were taken out of it. */
export const createTimelineSales = ({ collections }: Pick<Mongo, "collections">, least: number) => {
  const { orders, canTransactions, users } = collections;

  const namesOf = async (ids: ObjectId[]) => {
    const userOf = await readByIds(users, undefined, ids, ["name"]);
    return (id: ObjectId) => ({ _id: id.toHexString(), name: userOf(id)?.name ?? "" });
  };

  /** Orders or cans of a machine before a moment, with the names of their customers. */
  const before =
    <Row extends { time: Date; user: ObjectId }>(
      find: (where: { machine: ObjectId; time: When }) => FindCursor<Row>,
      entryOf: (row: Row, shared: { at: string; user: Named }) => TimelineEntry,
    ) =>
    async (machine: ObjectId, bound: Date): Promise<TimelinePart> => {
      const { rows, isAll } = await wholeMoments(
        (time, limit) => find({ machine, time }).sort({ time: -1, _id: -1 }).limit(limit).toArray(),
        ({ time }) => time,
        bound,
        least,
      );
      const nameOf = await namesOf(rows.map(({ user }) => user));
      const entries = rows.map((row) => entryOf(row, { at: row.time.toISOString(), user: nameOf(row.user) }));
      return { entries, isAll };
    };

  return {
    order: before(
      (where) => orders.find(where),
      (row, shared) => ({
        kind: "order",
        order: row._id.toHexString(),
        orderId: row.orderId,
        orderStatus: row.status,
        netAmount: rupeesOf(row.netAmount),
        ...shared,
      }),
    ),
    vend: before(
      (where) => canTransactions.find(where),
      (row, shared) => ({
        kind: "vend",
        transaction: row._id.toHexString(),
        transactionId: row.transactionId,
        status: row.status,
        brand: row.brand,
        containerId: row.containerId,
        ...shared,
      }),
    ),
  };
};

import type { ObjectId } from "mongodb";
import { rupeesOf } from "#shared/http/money.ts";
import type { TimelineEntry } from "#shared/machines/machine-timeline.schema.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";
import type { TimelinePart } from "./timeline-part.ts";
import { type When, wholeMoments } from "./whole-moments.ts";

const moment = (at: Date) => at.toISOString();

/** What was bought at a machine, and the cans that were taken out of it. */
export const createTimelineSales = ({ collections }: Pick<Mongo, "collections">, least: number) => {
  const { orders, canTransactions, users } = collections;

  const namesOf = async (ids: ObjectId[]) => {
    const userOf = await readByIds(users, undefined, ids, ["name"]);
    return (id: ObjectId) => ({ _id: id.toHexString(), name: userOf(id)?.name ?? "" });
  };

  /** Orders or cans of a machine before a moment, with a way to name their customers. */
  const before = async <Row extends { time: Date; user: ObjectId }>(
    find: (where: { machine: ObjectId; time: When }, limit: number) => Promise<Row[]>,
    machine: ObjectId,
    bound: Date,
  ) => {
    const found = await wholeMoments(
      (time, limit) => find({ machine, time }, limit),
      ({ time }) => time,
      bound,
      least,
    );
    return { ...found, user: await namesOf(found.rows.map((row) => row.user)) };
  };
  const newest = { time: -1, _id: -1 } as const;

  const order = async (machine: ObjectId, bound: Date): Promise<TimelinePart> => {
    const { rows, isAll, user } = await before(
      (where, limit) => orders.find(where).sort(newest).limit(limit).toArray(),
      machine,
      bound,
    );
    const entries = rows.map(
      (row): TimelineEntry => ({
        kind: "order",
        at: moment(row.time),
        order: row._id.toHexString(),
        orderId: row.orderId,
        orderStatus: row.status,
        netAmount: rupeesOf(row.netAmount),
        user: user(row.user),
      }),
    );
    return { entries, isAll };
  };

  const vend = async (machine: ObjectId, bound: Date): Promise<TimelinePart> => {
    const { rows, isAll, user } = await before(
      (where, limit) => canTransactions.find(where).sort(newest).limit(limit).toArray(),
      machine,
      bound,
    );
    const entries = rows.map(
      (row): TimelineEntry => ({
        kind: "vend",
        at: moment(row.time),
        transaction: row._id.toHexString(),
        transactionId: row.transactionId,
        status: row.status,
        brand: row.brand,
        containerId: row.containerId,
        user: user(row.user),
      }),
    );
    return { entries, isAll };
  };

  return { order, vend };
};

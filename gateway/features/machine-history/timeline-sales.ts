import type { ObjectId } from "mongodb";
import { rupeesOf } from "#shared/http/money.ts";
import type { TimelineEntry } from "#shared/machines/machine-timeline.schema.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";
import type { TimelinePart } from "./timeline-part.ts";
import { wholeMoments } from "./whole-moments.ts";

const moment = (at: Date) => at.toISOString();

/** What was bought at a machine, and the cans that were taken out of it. */
export const createTimelineSales = ({ collections }: Pick<Mongo, "collections">, least: number) => {
  const { orders, canTransactions, users } = collections;

  const namesOf = async (ids: ObjectId[]) => {
    const userOf = await readByIds(users, undefined, ids, ["name"]);
    return (id: ObjectId) => ({ _id: id.toHexString(), name: userOf(id)?.name ?? "" });
  };

  const order = async (machine: ObjectId, before: Date): Promise<TimelinePart> => {
    const { rows, isAll } = await wholeMoments(
      (time, limit) => orders.find({ machine, time }).sort({ time: -1, _id: -1 }).limit(limit).toArray(),
      ({ time }) => time,
      before,
      least,
    );
    const user = await namesOf(rows.map((row) => row.user));
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

  const vend = async (machine: ObjectId, before: Date): Promise<TimelinePart> => {
    const { rows, isAll } = await wholeMoments(
      (time, limit) => canTransactions.find({ machine, time }).sort({ time: -1, _id: -1 }).limit(limit).toArray(),
      ({ time }) => time,
      before,
      least,
    );
    const user = await namesOf(rows.map((row) => row.user));
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

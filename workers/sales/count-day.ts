import { ObjectId } from "mongodb";
import { momentsOf } from "#shared/http/zone-days.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { type DbSession, isTaken, type Mongo, recordsPerBatch } from "#shared/runtime/mongo.ts";
import { createDaySums, halvesOf } from "#shared/sales/day-sales.rules.ts";
import { dayTextOf, monthOf } from "#shared/sales/day-words.ts";
import type { SalesDocument } from "#shared/sales/sales.document.server.ts";

type Stores = Pick<Mongo, "collections" | "readAsOf">;
type Figures = Omit<SalesDocument, "_id" | "isOpen" | "version" | "changedAt" | "asOf" | "downloaded">;

/** What a day is made of. */
const fields = {
  machine: 1,
  vendingMachineId: 1,
  lines: 1,
  gstBasisPoints: 1,
  gst: 1,
  discount: 1,
  penalty: 1,
  securityDeposit: 1,
  netAmount: 1,
  changedAt: 1,
} as const;

const figuresOf = (
  day: string,
  from: Date,
  { gst, ...sums }: ReturnType<ReturnType<typeof createDaySums>["sums"]>,
): Figures => ({
  day,
  from,
  month: monthOf(day),
  dayText: dayTextOf(day),
  ...sums,
  gst: { total: gst, ...halvesOf(gst) },
});

const isSame = (row: SalesDocument, figures: Figures): boolean =>
  Object.entries(figures).every(([key, value]) => JSON.stringify(row[key as keyof Figures]) === JSON.stringify(value));

/** The sums of the paid orders of a day at the moment of `session`, and when one of them changed last; 0 without orders. */
export const sumDay = async (
  { collections: { orders } }: Pick<Mongo, "collections">,
  session: DbSession,
  day: string,
  timeZone: string,
): Promise<{ figures: Figures; changedAt: number }> => {
  const moments = momentsOf(day, day, timeZone);
  if (!moments) throw new Error(`${day} is no day`);
  const sums = createDaySums();
  let changedAt = 0;
  const found = orders
    .find(
      { status: "payment successful", time: { $gte: moments.from, $lt: moments.before } },
      { session, hint: "statusTime", batchSize: recordsPerBatch },
    )
    .project<Pick<OrderDocument, keyof typeof fields>>(fields);
  for await (const order of found) {
    sums.add(order);
    changedAt = Math.max(changedAt, order.changedAt.getTime());
  }
  return { figures: figuresOf(day, moments.from, sums.sums()), changedAt };
};

/**
 * Writes a day's row from its paid orders; returns whether that changed its figures. Where two count the same day, what
 * was read later stays.
 */
export const countDay = async (
  mongo: Stores,
  { day, timeZone, isOpen, now }: { day: string; timeZone: string; isOpen: boolean; now: number },
): Promise<boolean> => {
  const { sales } = mongo.collections;
  const {
    found: { figures },
    asOf,
  } = await mongo.readAsOf((dbSession) => sumDay(mongo, dbSession, day, timeZone));
  const row = await sales.findOne({ day });
  if (!row) {
    const fresh = { _id: new ObjectId(), ...figures, isOpen, version: 1, changedAt: new Date(now), asOf };
    try {
      await sales.insertOne({ ...fresh, downloaded: null });
      return true;
    } catch (error) {
      if (!isTaken(error)) throw error;
      return countDay(mongo, { day, timeZone, isOpen, now });
    }
  }
  const changes = !isSame(row, figures);
  if (!changes && row.isOpen === isOpen) return false;
  const { matchedCount } = await sales.updateOne(
    { _id: row._id, version: row.version, asOf: { $lt: asOf } },
    {
      $set: { ...figures, isOpen, asOf, ...(changes ? { changedAt: new Date(now) } : {}) },
      $inc: { version: changes ? 1 : 0 },
    },
  );
  if (matchedCount === 1) return changes;
  // Another worker wrote it meanwhile: its snapshot may be older than ours.
  const present = await sales.findOne({ _id: row._id }, { projection: { asOf: 1 } });
  if (present && present.asOf < asOf) return countDay(mongo, { day, timeZone, isOpen, now });
  return false;
};

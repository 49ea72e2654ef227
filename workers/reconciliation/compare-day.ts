import type { ObjectId } from "mongodb";
import { ObjectId as Id } from "mongodb";
import { dayOf } from "#shared/http/zone-days.ts";
import type { Found } from "#shared/reconciliation/reconciliation.document.server.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { lateMs } from "#shared/runtime/tallies/tallied-lists.ts";
import type { SalesDocument, SalesProgressDocument } from "#shared/sales/sales.document.server.ts";
import { sumDay } from "../sales/count-day.ts";

type Stores = Pick<Mongo, "collections">;
type Place = Pick<Found, "machine" | "product" | "brand">;

const nowhere: Place = { machine: null, product: null, brand: "" };
const totals = [
  "orders",
  "cans",
  "sales",
  "refundableDeposit",
  "securityDeposit",
  "penalties",
  "netAmount",
] as const satisfies (keyof SalesDocument)[];

/** Each part of a day under its own key, with the figures that are compared. */
const partsOf = ({ brands, machines }: Pick<SalesDocument, "brands" | "machines">) => {
  const parts = new Map<string, { place: Place; figures: Record<string, number> }>();
  for (const { product, brand, gstBasisPoints, cans, sales, gst } of brands)
    parts.set(`${product} ${brand} ${gstBasisPoints}`, {
      place: { machine: null, product: idOf(product), brand },
      figures: { cans, sales, gst },
    });
  for (const { machine, orders, cans, sales, gst } of machines)
    parts.set(machine, {
      place: { machine: idOf(machine), product: null, brand: "" },
      figures: { orders, cans, sales, gst },
    });
  return parts;
};
const idOf = (text: string): ObjectId | null => (Id.isValid(text) ? new Id(text) : null);

/** Whether the worker that counts sales has certainly seen this day as its orders now are. */
const isCounted = (progress: SalesProgressDocument | null, day: string, timeZone: string, changedAt: number): boolean =>
  progress !== null &&
  progress.timeZone === timeZone &&
  (progress.recount === null || day < progress.recount) &&
  changedAt < progress.seenTo.getTime() - lateMs;

/**
 * What of a closed day's row of sales is not what its orders come to, counted anew at the moment of `session`. A day
 * whose orders changed after the sales were counted, or that is to be counted anew, is judged by the next
 * reconciliation. Its brands and machines are looked at where its sums are right.
 */
export const compareDay = async (
  stores: Stores,
  session: DbSession,
  day: string,
  timeZone: string,
): Promise<Found[]> => {
  const { sales, salesProgress } = stores.collections;
  const progress = await salesProgress.findOne({ _id: "sales" }, { session });
  const row = await sales.findOne({ day }, { session, hint: "day" });
  const { figures, changedAt } = await sumDay(stores, session, day, timeZone);
  if (!isCounted(progress, day, timeZone, changedAt)) return [];
  const of = { kind: "sales" as const, user: null, cause: null, day, rowIds: [], rowCount: figures.orders };
  const differing = (place: Place, figure: string, account: number, rows: number): Found[] =>
    account === rows ? [] : [{ ...of, ...place, figure, account, rows }];
  const off = [
    ...totals.flatMap((figure) => differing(nowhere, figure, row?.[figure] ?? 0, figures[figure])),
    ...differing(nowhere, "gst", row?.gst.total ?? 0, figures.gst.total),
  ];
  if (off.length > 0 || !row) return off;
  const [held, counted] = [partsOf(row), partsOf(figures)];
  return [...new Map([...held, ...counted])].flatMap(([key, { place, figures: names }]) =>
    Object.keys(names).flatMap((figure) =>
      differing(place, figure, held.get(key)?.figures[figure] ?? 0, counted.get(key)?.figures[figure] ?? 0),
    ),
  );
};

/** Today's row is open: its day is not compared yet. */
export const isClosed = (day: string, now: number, timeZone: string): boolean => day < dayOf(now, timeZone);

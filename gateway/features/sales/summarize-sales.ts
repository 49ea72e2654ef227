import type { Document } from "mongodb";
import { daysFrom } from "#shared/http/date-range.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallParts } from "#shared/http/endpoint.ts";
import { rupeesOf } from "#shared/http/money.ts";
import { dayOf } from "#shared/http/zone-days.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { BrandSales, MachineSales } from "#shared/sales/day-sales.rules.ts";
import type { summarizeSales } from "#shared/sales/sales.api.ts";
import type { SalesDocument } from "#shared/sales/sales.document.server.ts";
import { mostDaysSummed, mostMachinesSummed, type SalesSpan, type SalesSummary } from "#shared/sales/sales.schema.ts";
import { momentsIn } from "../../records/date-filter.ts";
import type { FeatureParts } from "../../records/feature.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock" | "config">;
type Query = CallParts<typeof summarizeSales>["query"];

const daysIn: Record<SalesSpan, number> = { week: 7, month: 30 };
const dayMs = 86_400_000;

/** Throws 'Invalid date' (specification: Checks of dates), and where there are too many days for a chart. */
const requestedDays = ({ span, startDate, endDate }: Query, now: number, timeZone: string): string[] => {
  if (span) {
    const today = dayOf(now, timeZone);
    const first = new Date(Date.parse(`${today}T00:00:00Z`) - (daysIn[span] - 1) * dayMs).toISOString().slice(0, 10);
    return daysFrom(first, today);
  }
  const moments = momentsIn({ startDate, endDate }, timeZone);
  if (!moments) throw new DomainError("invalid", "span, or startDate and endDate: is required");
  const first = dayOf(moments.from.getTime(), timeZone);
  const last = dayOf(moments.before.getTime() - 1, timeZone);
  // Counted on the calendar, where every day is as long.
  if (Date.parse(last) - Date.parse(first) >= mostDaysSummed * dayMs)
    throw new DomainError("invalid", `Choose at most ${mostDaysSummed} days`);
  return daysFrom(first, last);
};

const sums = { sales: { $sum: "$of.sales" }, cans: { $sum: "$of.cans" } };

/** What days come to, all of it read at one moment. Names are those that machines have now. */
export const createSummarizeSales =
  ({ mongo, clock, config }: Parts) =>
  async (query: Query) => {
    const days = requestedDays(query, clock.now(), config.TIME_ZONE);
    const among = { day: { $gte: days[0] ?? "", $lte: days.at(-1) ?? "" } };
    return mongo.answerAsOf(async (session) => ({ summary: await summaryOf(mongo, session, days, among) }));
  };

const summaryOf = async (
  { collections: { sales, machines } }: Parts["mongo"],
  session: DbSession,
  days: string[],
  among: object,
): Promise<SalesSummary> => {
  const rows = await sales
    .find<Pick<SalesDocument, "day" | "sales" | "cans" | "orders" | "isOpen">>(among, {
      session,
      hint: "day",
      projection: { day: 1, sales: 1, cans: 1, orders: 1, isOpen: 1 },
    })
    .toArray();
  const groupOf = <Part extends Document>(parts: "brands" | "machines", group: object) =>
    sales
      .aggregate<Part>(
        [
          { $match: among },
          { $project: { of: `$${parts}`, day: 1 } },
          { $unwind: "$of" },
          { $sort: { day: 1 } },
          { $group: group },
          { $sort: { sales: -1, _id: 1 } },
        ],
        { session, hint: "day" },
      )
      .toArray();
  // A product that was renamed is called as it was last.
  const brand = { $last: "$of.brand" };
  const brands = await groupOf<BrandSales & { _id: string }>("brands", { _id: "$of.product", brand, ...sums });
  const vendingMachineId = { $last: "$of.vendingMachineId" };
  const ofMachines = await groupOf<MachineSales & { _id: string }>("machines", {
    _id: "$of.machine",
    vendingMachineId,
    orders: { $sum: "$of.orders" },
    ...sums,
  });
  const listed = ofMachines.slice(0, mostMachinesSummed);
  const named = await machines
    .find(
      { vendingMachineId: { $in: listed.map((one) => one.vendingMachineId) } },
      { session, projection: { name: 1 } },
    )
    .toArray();
  const nameOf = new Map(named.map(({ _id, name }) => [_id.toHexString(), name]));
  const rowOf = new Map(rows.map((row) => [row.day, row]));
  return {
    days: days.map((date) => {
      const row = rowOf.get(date);
      return {
        date,
        sales: rupeesOf(row?.sales ?? 0),
        cans: row?.cans ?? 0,
        orders: row?.orders ?? 0,
        isOpen: row?.isOpen ?? false,
      };
    }),
    brands: brands.map(({ _id, sales: paise, ...of }) => ({
      product: _id,
      brand: of.brand,
      cans: of.cans,
      sales: rupeesOf(paise),
    })),
    machines: listed.map(({ _id, sales: paise, ...of }) => ({
      _id,
      name: nameOf.get(_id) ?? of.vendingMachineId,
      cans: of.cans,
      orders: of.orders,
      sales: rupeesOf(paise),
    })),
    allMachines: listed.length < ofMachines.length ? ofMachines.length : undefined,
  };
};

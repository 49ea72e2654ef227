import { dayTextOf } from "#shared/sales/day-words.ts";
import type { SalesSummary } from "#shared/sales/sales.schema.ts";
import { paths } from "../../app/paths.ts";
import type { ChartPoint } from "../../ui/chart/chart-point.ts";
import { countText, groupedText } from "../../ui/count-text.ts";
import { rupeesText } from "../../ui/Money.tsx";

/** The query of the orders that sales are made of: those that were paid. */
export const ordersOf = (filters: Record<string, string>): string =>
  new URLSearchParams({ ...filters, status: "payment successful" }).toString();

export const chartsOf = ["Day", "Brand", "Machine"] as const;
export type ChartOf = (typeof chartsOf)[number];

/** A bar, with what its row in the table says beside it. */
export interface SalesPoint extends ChartPoint {
  _id: string;
  name: string;
  cans: number;
  /** Sales of the same subject in the period before, for a day as many days earlier; null while they are not known. */
  before: number | null;
}

const weekDays = 7;
/** Counts whole days: one that is not over would pull it down. */
const meanAt = (days: SalesSummary["days"], at: number): number | undefined => {
  const week = days.slice(Math.max(0, at - weekDays + 1), at + 1);
  if (days.length < 2 * weekDays || week.length < weekDays || week.some(({ isOpen }) => isOpen)) return undefined;
  return week.reduce((sum, { sales }) => sum + sales, 0) / weekDays;
};
const said = (name: string, sales: number, cans: number) => `${name}: ${rupeesText(sales)}, ${countText(cans, "can")}`;

/** What the chart shows; each point leads to the orders that it is made of. */
export const pointsOf = (
  { days, brands, machines }: SalesSummary,
  of: ChartOf,
  before?: SalesSummary,
): SalesPoint[] => {
  const range = { startDate: days[0]?.date ?? "", endDate: days.at(-1)?.date ?? "" };
  const point = (
    key: string,
    name: string,
    part: { sales: number; cans: number },
    filters: Record<string, string>,
    earlier: { sales: number } | undefined,
    isKnown = before !== undefined,
  ) => ({
    _id: key,
    key,
    name,
    short: name,
    label: said(name, part.sales, part.cans),
    bar: part.sales,
    cans: part.cans,
    before: isKnown ? (earlier?.sales ?? 0) : null,
    to: `${paths.orders}?${ordersOf(filters)}`,
  });
  if (of === "Brand")
    return brands.map((one) => {
      const earlier = before?.brands.find(({ product }) => product === one.product);
      return point(one.product, one.brand, one, { ...range, product: one.product }, earlier);
    });
  if (of === "Machine") {
    const all = new Map(before?.machines.map((one) => [one._id, one]));
    return machines.map((one) => {
      const earlier = all.get(one._id);
      // Where not all are listed, one that is not there may have sold less than the others.
      const isKnown = before !== undefined && (earlier !== undefined || before.allMachines === undefined);
      return point(one._id, one.name, one, { ...range, vendingMachine: one._id }, earlier, isKnown);
    });
  }
  return days.map((day, at) => {
    const name = dayTextOf(day.date);
    return {
      ...point(
        day.date,
        day.isOpen ? `${name}, so far` : name,
        day,
        { startDate: day.date, endDate: day.date },
        before?.days[at],
      ),
      // Without its year.
      short: name.slice(0, -5),
      mean: meanAt(days, at),
      isOpen: day.isOpen,
    };
  });
};

/** The chart in words, beside the figures of all that it shows. */
export const summaryOf = ({ days, brands, machines, allMachines }: SalesSummary, of: ChartOf): string => {
  const total = days.reduce((sum, { sales }) => sum + sales, 0);
  if (total === 0) return `Nothing was sold in ${countText(days.length, "day")}.`;
  const [best] = days.toSorted((a, b) => b.sales - a.sales);
  if (of === "Brand" && brands[0]) return `Most of ${said(brands[0].brand, brands[0].sales, brands[0].cans)}.`;
  if (of === "Machine" && machines[0]) {
    const cut = allMachines
      ? ` These ${groupedText(machines.length)} of ${countText(allMachines, "machine")} sold most.`
      : "";
    return `Most at ${said(machines[0].name, machines[0].sales, machines[0].cans)}.${cut}`;
  }
  const trend = days.length >= 2 * weekDays ? " The line is the mean of seven days." : "";
  return best ? `The best day was ${said(dayTextOf(best.date), best.sales, best.cans)}.${trend}` : "";
};

import type { SalesSummary } from "#shared/sales/sales.schema.ts";
import { countText, groupedText } from "../../ui/count-text.ts";
import { HeadFact, HeadFacts } from "../../ui/HeadFacts.tsx";
import { rupeesText } from "../../ui/Money.tsx";
import { changeText } from "./sales-range.ts";

const sumsOf = ({ days }: SalesSummary) => {
  const sums = { sales: 0, cans: 0, orders: 0 };
  for (const day of days) {
    sums.sales += day.sales;
    sums.cans += day.cans;
    sums.orders += day.orders;
  }
  return { ...sums, perOrder: sums.orders > 0 ? sums.sales / sums.orders : 0 };
};

const names = { sales: "Sales", cans: "Cans", orders: "Orders", perOrder: "Sales per order" } as const;
type Figure = keyof typeof names;
const textOf = (figure: Figure, value: number) =>
  figure === "cans" || figure === "orders" ? groupedText(value) : rupeesText(value);

function Change({ figure, now, before }: { figure: Figure; now: number; before: number }) {
  const words = changeText(now, before);
  if (words === null) return null;
  const way = now < before ? "down" : now > before ? "up" : "even";
  return (
    <span className={`sales-change sales-change-${way}`} title={`${textOf(figure, before)} before`}>
      {words} <span className="muted">from {textOf(figure, before)}</span>
    </span>
  );
}

interface SalesFiguresProps {
  summary: SalesSummary;
  /** The same of the period before; undefined while it is on its way. */
  before: SalesSummary | undefined;
}

/** What the range comes to, each figure beside the same of the period before. */
export function SalesFigures({ summary, before }: SalesFiguresProps) {
  const now = sumsOf(summary);
  const then = before && sumsOf(before);
  const days = countText(summary.days.length, "day");
  return (
    <>
      <HeadFacts>
        {(Object.keys(names) as Figure[]).map((figure) => (
          <HeadFact key={figure} name={names[figure]} of={now[figure]}>
            {textOf(figure, now[figure])}
            {then ? <Change figure={figure} now={now[figure]} before={then[figure]} /> : null}
          </HeadFact>
        ))}
      </HeadFacts>
      <p className="sales-compared muted">
        {then?.sales === 0 ? `${days}; nothing was sold in the ${days} before` : `${days}, beside the ${days} before`}
        {summary.days.some(({ isOpen }) => isOpen) && "; today is not over"}
      </p>
    </>
  );
}

import { useEffect, useMemo, useState } from "react";
import { useAtom, useAtomValue } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { Bone } from "../../ui/Bones.tsx";
import { Card } from "../../ui/Card.tsx";
import { later } from "../../ui/later.tsx";
import { Loadable } from "../../ui/States.tsx";
import { SwitchRow } from "../../ui/SwitchRow.tsx";
import { type Column, idOf } from "../../ui/table/column.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useIsPhone } from "../../ui/use-media.ts";
import { SalesFigures } from "./SalesFigures.tsx";
import { type ChartOf, chartsOf, pointsOf, type SalesPoint, summaryOf } from "./sales-points.ts";
import { changeText, queryOf, rangeBefore, type SalesRange } from "./sales-range.ts";
import { salesSummaryAtomOf } from "./sales-summary.ts";

const loadChart = () => import("../../ui/chart/BarChart.tsx");
const space = <div className="sales-bars-space" />;
const BarChart = later(loadChart, undefined, space);
const compact = new Intl.NumberFormat("en-IN", { notation: "compact", maximumFractionDigits: 1 });
const tick = (rupees: number) => `₹${compact.format(rupees)}`;
const columnsOf = (of: ChartOf): Column<SalesPoint>[] => [
  {
    id: "name",
    head: of,
    width: 220,
    onPhone: "title",
    value: ({ name }) => name,
    link: ({ to }) => to,
    sortable: false,
    filterable: false,
  },
  { id: "sales", head: "Sales", kind: "number", width: 150, onPhone: "line", value: ({ bar }) => bar, as: "money" },
  { id: "cans", head: "Cans", kind: "number", width: 100, onPhone: "side", value: ({ cans }) => cans },
  { id: "before", head: "Before", kind: "number", width: 150, value: ({ before }) => before, as: "money" },
  {
    id: "change",
    head: "Change",
    width: 90,
    sortable: false,
    filterable: false,
    value: ({ bar, before }) => (before === null ? null : changeText(bar, before)),
  },
];
const columns = { Day: columnsOf("Day"), Brand: columnsOf("Brand"), Machine: columnsOf("Machine") };

/** The range of the page, once it is known. */
export function SalesCharts(range: SalesRange) {
  const isPhone = useIsPhone();
  return isPhone ? <FoldedCharts {...range} /> : <ChartsCard {...range} />;
}

/** Its place, before the range is known. */
export function ChartsToCome() {
  return useIsPhone() ? (
    <details className="sales-folded">
      <summary>Charts</summary>
    </details>
  ) : (
    <Card title="Sales by day" action={<Bone width={200} height="var(--control)" />}>
      <div className="sales-chart-space" />
    </Card>
  );
}

/** On a phone the days come first; the chart, and its code, come when it is opened. */
function FoldedCharts(range: SalesRange) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="sales-folded" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Charts</summary>
      {isOpen && <ChartsCard {...range} />}
    </details>
  );
}

function ChartsCard(range: SalesRange) {
  const [of, setOf] = useState<ChartOf>("Day");
  // The chart's code loads beside the figures, not after them. A failed load is repeated, and shown, when the chart is
  // drawn.
  useEffect(() => void loadChart().catch(() => undefined), []);
  return (
    <Card
      title={`Sales by ${of.toLowerCase()}`}
      action={<SwitchRow label="Chart by" options={chartsOf} value={of} onChange={setOf} />}
    >
      <SalesChart of={of} {...range} />
    </Card>
  );
}

function SalesChart({ of, startDate, endDate }: SalesRange & { of: ChartOf }) {
  const { now, earlier } = useMemo(() => {
    const range = { startDate, endDate };
    return { now: salesSummaryAtomOf(queryOf(range)), earlier: salesSummaryAtomOf(queryOf(rangeBefore(range))) };
  }, [startDate, endDate]);
  const [load, send] = useAtom(now);
  const before = useAtomValue(earlier).data;
  const points = useMemo(() => mapLoad(load, (summary) => pointsOf(summary, of, before)), [load, of, before]);
  return (
    <div className="sales-chart-space">
      <Loadable of={load} onRetry={() => send({ do: "retry" })}>
        {(summary) => (
          <>
            <SalesFigures summary={summary} before={before} />
            <BarChart
              key={`${of} ${startDate} ${endDate}`}
              title={`Sales by ${of.toLowerCase()}:`}
              summary={summaryOf(summary, of)}
              points={points.data ?? []}
              tick={tick}
              height={180}
            />
            <details className="sales-table">
              <summary>Show as table</summary>
              <Table
                inCard
                label={`Sales by ${of.toLowerCase()}`}
                columns={columns[of]}
                of={points}
                rowId={idOf}
                things={[of.toLowerCase(), `${of.toLowerCase()}s`]}
              />
            </details>
          </>
        )}
      </Loadable>
    </div>
  );
}

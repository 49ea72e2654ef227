import { lazy, Suspense, useMemo, useState } from "react";
import type { QueryText } from "../../live/paged.ts";
import { useAtom } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { Card } from "../../ui/Card.tsx";
import { Loadable } from "../../ui/States.tsx";
import { SwitchRow } from "../../ui/SwitchRow.tsx";
import { type Column, idOf } from "../../ui/table/column.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { type ChartOf, chartsOf, pointsOf, type SalesPoint, summaryOf } from "./sales-points.ts";
import { salesSummaryAtomOf } from "./sales-summary.ts";

const BarChart = lazy(() => import("../../ui/chart/BarChart.tsx"));
const spans = ["Week", "Month", "Range"] as const;
type Span = (typeof spans)[number];

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
];
const columns = { Day: columnsOf("Day"), Brand: columnsOf("Brand"), Machine: columnsOf("Machine") };

interface SalesDays {
  startDate: string;
  endDate: string;
}

/** The filter's own days, as soon as it has both. */
export function SalesCharts(days: SalesDays) {
  const isPhone = useMedia("(max-width: 639.98px)");
  return isPhone ? <FoldedCharts {...days} /> : <ChartsCard {...days} />;
}

/** On a phone the days come first; the chart, and its code, come when it is opened. */
function FoldedCharts(days: SalesDays) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="sales-folded" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Charts</summary>
      {isOpen && <ChartsCard {...days} />}
    </details>
  );
}

function ChartsCard({ startDate, endDate }: SalesDays) {
  const hasRange = startDate !== "" && endDate !== "";
  const [of, setOf] = useState<ChartOf>("Day");
  const [chosen, setSpan] = useState<Span>("Month");
  const [rangeWas, setRangeWas] = useState(hasRange);
  if (rangeWas !== hasRange) {
    setRangeWas(hasRange);
    setSpan(hasRange ? "Range" : "Month");
  }
  const span: Span = hasRange && rangeWas !== hasRange ? "Range" : chosen;
  const query: QueryText | null =
    span === "Range" ? (hasRange ? { startDate, endDate } : null) : { span: span.toLowerCase() };
  return (
    <Card
      title={`Sales by ${of.toLowerCase()}`}
      action={
        <div className="sales-switches">
          <SwitchRow label="Chart by" options={chartsOf} value={of} onChange={setOf} />
          <SwitchRow label="Days" options={spans} value={span} onChange={setSpan} />
        </div>
      }
    >
      {query ? (
        <SalesChart of={of} query={query} />
      ) : (
        <p className="muted sales-chart-space">Choose a start date and an end date above.</p>
      )}
    </Card>
  );
}

function SalesChart({ of, query }: { of: ChartOf; query: QueryText }) {
  const requested = JSON.stringify(query);
  const [load, send] = useAtom(useMemo(() => salesSummaryAtomOf(JSON.parse(requested) as QueryText), [requested]));
  const points = useMemo(() => mapLoad(load, (summary) => pointsOf(summary, of)), [load, of]);
  return (
    <div className="sales-chart-space">
      <Loadable of={load} onRetry={() => send({ do: "retry" })}>
        {(summary) => (
          <>
            <Suspense fallback={<div className="sales-chart-space" />}>
              <BarChart
                key={`${of} ${requested}`}
                title={`Sales by ${of.toLowerCase()}:`}
                summary={summaryOf(summary, of)}
                points={points.data ?? []}
                tick={tick}
              />
            </Suspense>
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

import "./sales.css";
import { useState } from "react";
import { salesList } from "#shared/sales/sales-list.ts";
import { PagedListPage } from "../../recipes/PagedListPage.tsx";
import { firstPageOf, usePagedList } from "../../recipes/use-paged-list.ts";
import { useToday } from "../../ui/day/server-day.ts";
import { Empty } from "../../ui/States.tsx";
import { DownloadMonth } from "./DownloadMonth.tsx";
import { ChartsToCome, SalesCharts } from "./SalesCharts.tsx";
import { salesColumns } from "./sales-columns.tsx";
import { rangeOf } from "./sales-range.ts";
import { salesSource } from "./sales-source.ts";

/** What was sold, a row a day, with its PDF (specification: Sales). */
export function Component() {
  const paged = usePagedList({ list: salesList, source: salesSource, filters: {} });
  const today = useToday();
  const { startDate, endDate } = paged.days;
  // What the heads narrow is no range of days: the chart stays as it was.
  const total = paged.load.data?.total;
  const [count, setCount] = useState<number>();
  if (total !== undefined && !paged.list.isFiltered && total !== count) setCount(total);
  const range = total === 0 ? null : rangeOf({ startDate, endDate }, count ?? total, today);
  return (
    <PagedListPage
      paged={paged}
      title="Sales"
      things={["day", "days"]}
      columns={salesColumns}
      isTableOnlyWithRows
      actions={<DownloadMonth today={today} />}
      sums={
        range ? <SalesCharts {...range} /> : paged.load.state === "loading" && total === undefined && <ChartsToCome />
      }
      empty={<Empty title="Nothing was sold yet">Each day appears here with its first paid order.</Empty>}
    />
  );
}

export const first = () => [firstPageOf(salesList, salesSource)];

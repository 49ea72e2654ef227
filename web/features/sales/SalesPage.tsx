import "./sales.css";
import { salesList } from "#shared/sales/sales-list.ts";
import { PagedListPage } from "../../recipes/PagedListPage.tsx";
import { usePagedList } from "../../recipes/use-paged-list.ts";
import { Empty } from "../../ui/States.tsx";
import { SalesCharts } from "./SalesCharts.tsx";
import { salesColumns } from "./sales-columns.tsx";
import { salesSource } from "./sales-source.ts";

/** What was sold, a row a day, with its PDF (specification: Sales). */
export function Component() {
  const paged = usePagedList({ list: salesList, source: salesSource, filters: {} });
  return (
    <PagedListPage
      paged={paged}
      title="Sales"
      things={["day", "days"]}
      columns={salesColumns}
      isTableOnlyWithRows
      sums={<SalesCharts startDate={paged.days.startDate} endDate={paged.days.endDate} />}
      empty={<Empty title="Nothing was sold yet">A day stands here from the first order that is paid.</Empty>}
    />
  );
}

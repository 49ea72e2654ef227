import "./can-age.css";
import "./inventory.css";
import { listCansInStock } from "#shared/inventory/can.api.ts";
import { ageBandNames, ageBands } from "#shared/inventory/can-age.rules.ts";
import { canList } from "#shared/inventory/can-list.ts";
import { pagedSource, wentOld } from "../../live/paged.ts";
import { choiceFilter } from "../../recipes/choice-filter.tsx";
import { machineFilter } from "../../recipes/list-filter.tsx";
import { PagedListPage } from "../../recipes/PagedListPage.tsx";
import { firstPageOf, usePagedList } from "../../recipes/use-paged-list.ts";
import { FilterSwitch } from "../../ui/FilterSwitch.tsx";
import { Empty } from "../../ui/States.tsx";
import { canColumns } from "./can-columns.tsx";

const source = pagedSource({
  endpoint: listCansInStock,
  rooms: ["inventory"],
  pick: ({ cansInStock: { cans: rows, pages, total } }) => ({ rows, pages, total }),
  handlers: { "machine.stock.changed": wentOld },
});
const ages = ageBandNames.map((value) => ({ value, label: ageBands[value].words }));
const age = choiceFilter("Age", () => ({ options: ages }));
const filters = { vendingMachine: machineFilter("Vending Machine Id"), age: { label: age.label } };
const views = ["Oldest", "Newest"] as const;
const downloads = ["True", "False"] as const;

/** Every can that stands in a machine, and for how many days (specification: Cans in stock). */
export function Component() {
  const paged = usePagedList({ list: canList, source, filters, views });
  const { isExporting, download } = paged.exporting;
  return (
    <PagedListPage
      paged={paged}
      title="Cans In Stock"
      things={["can", "cans"]}
      where="in stock"
      columns={canColumns}
      hasOwnExport
      refresh="Stock has changed: refresh"
      moreFilters={
        <>
          {age.show(paged.field("age"))}
          <FilterSwitch
            label="Download"
            title="True saves every can that these filters find as cans_in_stock.xlsx"
            options={downloads}
            value={isExporting ? "True" : "False"}
            onChange={(chosen) => chosen === "True" && void download()}
          />
        </>
      }
      empty={<Empty title="No cans in stock">Cans appear here once their container is stocked.</Empty>}
    />
  );
}

export const first = () => [firstPageOf(canList, source)];

import { useMemo } from "react";
import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import { useFollowedPage } from "../../recipes/use-followed-page.ts";
import { useKept } from "../../recipes/use-paged-list.ts";
import { wholeInventory } from "../../records/inventory.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { type ListState, useListState } from "../../ui/list-state.ts";
import { PastLastPage } from "../../ui/table/PastLastPage.tsx";
import { PagesFoot } from "../../ui/table/TableFoot.tsx";
import { writeSort } from "../../ui/table/table-list.ts";
import { InventoryView, options } from "./InventoryView.tsx";
import { type InventoryQuery, inventoryPages, mostInSheet, readAllPages } from "./inventory-pages.ts";
import { brandColumns, chosenBrands, totalOf } from "./pivot.ts";
import { saveInventory } from "./save-inventory.ts";
import { usePivot } from "./use-pivot.ts";

export const { firstAtom } = inventoryPages;

const sorts = new Set<string>(["name", "vendingMachineId", "total", "assigned"]);
const figures = new Set<string>(brandColumns.map(([, field]) => field));
const isSort = (id: string) => sorts.has(id) || (id.includes(".") && figures.has(id.slice(0, id.indexOf("."))));

/** What a pasted link has and the server does not know is left out. */
const queryOf = ({
  page,
  sort,
  filters: { q, only, brands },
}: ListState<(typeof options)["filters"]>): InventoryQuery => ({
  page: String(page),
  q: q.trim().slice(0, 64) || undefined,
  only: only === "sold-out" ? only : undefined,
  brands: brands || undefined,
  sort: sort && isSort(sort.id) ? writeSort(sort) : undefined,
});

const none: InventoryRow[] = [];
const noBrands: string[] = [];
const things = ["vending machine", "vending machines"] as const;

/** The same of more machines than are loaded at once: the server finds, orders and sums them. */
export default function InventoryPages() {
  const list = useListState(options);
  const query = queryOf(list);
  const { page, rowsAtom, refresh } = useFollowedPage({
    source: inventoryPages,
    whole: wholeInventory,
    query,
    key: list.key,
  });
  const { data } = page;
  const rows = useKept(useAtomValue(rowsAtom)).data ?? none;
  const brandKey = data?.brands.join("\n") ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared by content.
  const brands = useMemo(() => data?.brands ?? noBrands, [brandKey]);
  const shownBrands = useMemo(() => chosenBrands(list.filters.brands, brands), [list.filters.brands, brands]);
  const { headerRows } = usePivot(none, shownBrands, list, "");
  const count = data?.total ?? 0;
  const isPast = data !== undefined && count > 0 && data.rows.length === 0;
  const save = async () => {
    const all = await readAllPages(query);
    if (all) await saveInventory(all, shownBrands);
  };
  return (
    <InventoryView
      of={page}
      onRetry={refresh}
      list={list}
      all={data?.all}
      count={count}
      soldOut={data?.soldOut ?? 0}
      brands={brands}
      shownBrands={shownBrands}
      headerRows={headerRows}
      rows={rows}
      total={data?.sums ?? totalOf(none)}
      save={save}
      whyNotSave={
        count > mostInSheet
          ? `A sheet holds at most ${mostInSheet.toLocaleString("en-IN")} machines: narrow the filter first`
          : null
      }
      order={list.sort && <Button onClick={() => list.setSort(null)}>Sold out first</Button>}
      past={isPast && <PastLastPage list={list} pages={data.pages} />}
      foot={<PagesFoot of={data} things={things} list={list} />}
    />
  );
}

import { useMemo } from "react";
import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import { brandRisksAtom } from "../../records/at-risk.atoms.ts";
import { inventoryAtom, manyInventoryAtom } from "../../records/inventory.atoms.ts";
import { isByRisk, MostAtRisk } from "../../records/MostAtRisk.tsx";
import { owedAtomOf } from "../../records/owed.atoms.ts";
import { soldOutRupees } from "../../records/SoldOutRisk.tsx";
import { store, useAtom, useAtomValue } from "../../state/jotai.ts";
import { later } from "../../ui/later.tsx";
import { useListState } from "../../ui/list-state.ts";
import { InventoryView, options } from "./InventoryView.tsx";
import { OwedTable } from "./OwedTable.tsx";
import { brandsOf, chosenBrands, isSoldOut, mostAtRiskFirst, soldOutFirst, totalOf } from "./pivot.ts";
import { saveInventory } from "./save-inventory.ts";
import { usePivot } from "./use-pivot.ts";

const fetchPages = () => import("./InventoryPages.tsx");
const InventoryPages = later(fetchPages);
const none: InventoryRow[] = [];

/** Every machine's stock, by brand, with a total of what is shown. */
function WholeInventory() {
  const [load, send] = useAtom(inventoryAtom);
  const list = useListState(options);
  const { q, only } = list.filters;

  const all = load.data;
  const brands = useMemo(() => brandsOf(all ?? []), [all]);
  // The order of brands stays the same object while the brands do, so that no row is drawn anew for it.
  const brandKey = brands.join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared by content.
  const heldBrands = useMemo(() => brands, [brandKey]);
  const shownBrands = useMemo(() => chosenBrands(list.filters.brands, heldBrands), [list.filters.brands, heldBrands]);
  const soldOut = useMemo(() => (all ?? none).filter((row) => isSoldOut(row, shownBrands)), [all, shownBrands]);
  const isOnly = only === "sold-out";
  const { rows: found, headerRows } = usePivot(isOnly ? soldOut : (all ?? none), shownBrands, list, q);
  const risks = useAtomValue(brandRisksAtom);
  const rows = useMemo(() => {
    if (isByRisk(list.sort))
      return mostAtRiskFirst(found, shownBrands, ({ _id }, out) => soldOutRupees(risks, _id, out));
    return list.sort ? found : soldOutFirst(found, shownBrands);
  }, [list.sort, found, shownBrands, risks]);
  const total = useMemo(() => totalOf(rows), [rows]);

  return (
    <InventoryView
      of={load}
      onRetry={() => send({ do: "retry" })}
      list={list}
      all={all?.length}
      count={rows.length}
      soldOut={soldOut.length}
      brands={heldBrands}
      shownBrands={shownBrands}
      headerRows={headerRows}
      rows={rows}
      total={total}
      save={() => saveInventory(rows, shownBrands)}
      whyNotSave={null}
      order={risks.size > 0 && <MostAtRisk list={list} otherwise="Sold out first" isSmall />}
      owed={<OwedTable stock={all ?? none} find={q} />}
    />
  );
}

/** Every machine's stock, by brand (specification: Inventory status). */
export function Component() {
  return useAtomValue(manyInventoryAtom) > 0 ? <InventoryPages /> : <WholeInventory />;
}

export const first = async () =>
  store.get(manyInventoryAtom) > 0
    ? [(await fetchPages()).firstAtom()]
    : [inventoryAtom, owedAtomOf("all"), brandRisksAtom];

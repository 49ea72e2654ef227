import "./inventory.css";
import "./pivot-compact.css";
import { useMemo } from "react";
import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import { brandRisksAtom } from "../../records/at-risk.atoms.ts";
import { inventoryAtom } from "../../records/inventory.atoms.ts";
import { isByRisk, MostAtRisk } from "../../records/MostAtRisk.tsx";
import { soldOutRupees } from "../../records/SoldOutRisk.tsx";
import { useAtom, useAtomValue } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { comingText } from "../../ui/coming-text.ts";
import { FilterText } from "../../ui/FilterText.tsx";
import { useListState } from "../../ui/list-state.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { SwitchRow } from "../../ui/SwitchRow.tsx";
import { useAction } from "../../ui/use-action.ts";
import { useMedia } from "../../ui/use-media.ts";
import { BrandPicker } from "./BrandPicker.tsx";
import { OwedTable } from "./OwedTable.tsx";
import { PivotCards } from "./PivotCards.tsx";
import { PivotTable } from "./PivotTable.tsx";
import { brandsOf, chosenBrands, isSoldOut, mostAtRiskFirst, soldOutFirst, totalOf } from "./pivot.ts";
import { saveInventory } from "./save-inventory.ts";
import { usePivot } from "./use-pivot.ts";

/** Each brand in one cell, in its four columns (specification: Inventory status), or what of it is owed. */
const views = ["Stock", "All columns", "Owed"] as const;
const options = {
  filters: { q: "", show: "Stock" as (typeof views)[number], only: "", brands: "" },
  choices: { show: views, only: ["", "sold-out"] },
};
const none: InventoryRow[] = [];

const lineOf = (shown: number, all: number): string => {
  const machines = `vending machine${all === 1 ? "" : "s"}`;
  return shown === all ? `${all} ${machines}` : `${shown} of ${all} ${machines}`;
};

/** Every machine's stock, by brand, with a total of what is shown (specification: Inventory status). */
export function Component() {
  const [load, send] = useAtom(inventoryAtom);
  const list = useListState(options);
  const { q, show, only } = list.filters;
  const isPhone = useMedia("(max-width: 639.98px)");
  const { doing, during } = useAction<"save">();

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

  const save = () => during("save", () => saveInventory(rows, shownBrands));

  return (
    <>
      <PageHead
        title="Inventory Status"
        line={all ? lineOf(rows.length, all.length) : comingText(load, "inventory")}
        action={
          show !== "Owed" && (
            <Button
              kind="primary"
              icon="pi-file-excel"
              whyNot={rows.length === 0 ? "No machine is shown that a sheet could hold" : null}
              working={doing !== null}
              onClick={() => void save()}
            >
              Excel Download
            </Button>
          )
        }
      />
      <div className="filters">
        <FilterText
          label="Vending machine"
          quietLabel
          placeholder="Machine name or id"
          value={q}
          onCommit={(text, how) => list.setFilter("q", text, how)}
        />
        {show !== "Owed" && (
          <>
            <BrandPicker
              brands={heldBrands}
              chosen={shownBrands.length === heldBrands.length ? [] : shownBrands}
              onChoose={(chosen) => list.setFilter("brands", chosen.length > 0 ? JSON.stringify(chosen) : "")}
            />
            <button
              type="button"
              className="button button-plain pivot-only"
              aria-pressed={isOnly}
              onClick={() => list.setFilter("only", isOnly ? "" : "sold-out")}
            >
              Sold out only
              <span className="count figures">{soldOut.length}</span>
            </button>
          </>
        )}
        {show !== "Owed" && risks.size > 0 && <MostAtRisk list={list} otherwise="Sold out first" />}
        <SwitchRow label="Show" options={views} value={show} onChange={(to) => list.setFilter("show", to)} />
        {show === "Stock" && (
          <p className="pivot-key muted">
            <span className="figures">3/5</span> in stock of alloted <span className="pivot-key-out">sold out</span>{" "}
            <span className="pivot-key-low">low</span> <span className="pivot-key-failed">disabled</span>
          </p>
        )}
      </div>
      <Loadable of={load} onRetry={() => send({ do: "retry" })}>
        {(known) => {
          if (show === "Owed") return <OwedTable stock={known} find={q} />;
          if (rows.length > 0) {
            return isPhone ? (
              <PivotCards rows={rows} total={total} brands={shownBrands} isCompact={show === "Stock"} />
            ) : (
              <div className="table table-fills">
                <PivotTable
                  rows={rows}
                  total={total}
                  brands={shownBrands}
                  headerRows={headerRows}
                  isCompact={show === "Stock"}
                  onSoldOut={(brand) => list.setFilters({ brands: JSON.stringify([brand]), only: "sold-out" })}
                />
              </div>
            );
          }
          if (known.length === 0) {
            return (
              <Empty title="No vending machine yet">Each machine stands here with what it holds of each brand.</Empty>
            );
          }
          return (
            <Empty
              title={isOnly && q === "" ? "Nothing is sold out" : `No vending machine matches “${q}”`}
              icon={isOnly && q === "" ? "pi-check-circle" : "pi-inbox"}
              action={<Button onClick={list.clear}>Clear filter</Button>}
            />
          );
        }}
      </Loadable>
    </>
  );
}

import "./inventory.css";
import "./pivot-compact.css";
import type { ReactNode } from "react";
import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import type { Load } from "../../state/load.ts";
import { Button } from "../../ui/Button.tsx";
import { comingText } from "../../ui/coming-text.ts";
import { FilterText } from "../../ui/FilterText.tsx";
import type { ListState } from "../../ui/list-state.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { SwitchRow } from "../../ui/SwitchRow.tsx";
import { useAction } from "../../ui/use-action.ts";
import { useIsPhone } from "../../ui/use-media.ts";
import { BrandPicker } from "./BrandPicker.tsx";
import { PivotCards } from "./PivotCards.tsx";
import { PivotTable } from "./PivotTable.tsx";
import type { PivotRow } from "./pivot.ts";
import type { PivotHeader } from "./use-pivot.ts";

/** Each brand in one cell, in its four columns (specification: Inventory status), or what of it is owed. */
const views = ["Stock", "All columns", "Owed"] as const;
type View = (typeof views)[number];
export const options = {
  filters: { q: "", show: "Stock" as View, only: "", brands: "" },
  choices: { show: views, only: ["", "sold-out"] },
};

interface InventoryViewProps {
  of: Load<unknown>;
  onRetry: () => void;
  list: ListState<(typeof options)["filters"]>;
  /** How many machines there are and how many were found; undefined until they are known. */
  all: number | undefined;
  count: number;
  /** At how many a shown brand is sold out. */
  soldOut: number;
  brands: readonly string[];
  shownBrands: readonly string[];
  headerRows: readonly PivotHeader[][];
  /** What is shown of those that were found. */
  rows: readonly InventoryRow[];
  total: PivotRow;
  save: () => Promise<void>;
  whyNotSave: string | null;
  /** Another order than the table's. */
  order?: ReactNode;
  /** What is owed, if it can be shown. */
  owed?: ReactNode;
  /** In place of rows that this page has not. */
  past?: ReactNode;
  foot?: ReactNode;
}

const lineOf = (shown: number, all: number): string => {
  const machines = `vending machine${all === 1 ? "" : "s"}`;
  const [some, every] = [shown.toLocaleString("en-IN"), all.toLocaleString("en-IN")];
  return shown === all ? `${every} ${machines}` : `${some} of ${every} ${machines}`;
};

/** What is owed cannot be shown of too many machines, though the address may ask for it. */
const viewOf = ({ list, owed }: InventoryViewProps): View =>
  list.filters.show === "Owed" && owed === undefined ? "Stock" : list.filters.show;

function Filters(props: InventoryViewProps) {
  const { list, brands, shownBrands, soldOut, order, owed } = props;
  const { q, only } = list.filters;
  const show = viewOf(props);
  const isOnly = only === "sold-out";
  return (
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
            brands={brands}
            chosen={shownBrands.length === brands.length ? [] : shownBrands}
            onChoose={(chosen) => list.setFilter("brands", chosen.length > 0 ? JSON.stringify(chosen) : "")}
          />
          <button
            type="button"
            className="button button-plain pivot-only"
            aria-pressed={isOnly}
            onClick={() => list.setFilter("only", isOnly ? "" : "sold-out")}
          >
            Sold out only
            <span className="count figures">{soldOut.toLocaleString("en-IN")}</span>
          </button>
        </>
      )}
      <SwitchRow
        label="Show"
        options={owed ? views : views.slice(0, 2)}
        value={show}
        onChange={(to) => list.setFilter("show", to)}
      />
      {/* It comes late: behind what can be pressed. */}
      {show !== "Owed" && order}
      {show === "Stock" && (
        <p className="pivot-key muted">
          <span className="figures">3/5</span> in stock of alloted <span className="pivot-key-out">sold out</span>{" "}
          <span className="pivot-key-low">low</span> <span className="pivot-key-failed">disabled</span>
        </p>
      )}
    </div>
  );
}

function Rows(props: InventoryViewProps) {
  const { list, rows, total, count, shownBrands: brands, headerRows, all, past } = props;
  const { q, only } = list.filters;
  const show = viewOf(props);
  const isPhone = useIsPhone();
  const shown = { rows, total, count, brands, isCompact: show === "Stock" };
  if (past) return past;
  if (count > 0)
    return isPhone ? (
      <PivotCards {...shown} />
    ) : (
      <div className="table table-fills">
        <PivotTable
          {...shown}
          headerRows={headerRows}
          onSoldOut={(brand) => list.setFilters({ brands: JSON.stringify([brand]), only: "sold-out" })}
        />
      </div>
    );
  if (all === 0)
    return <Empty title="No vending machine yet">Each machine appears here with its stock of each brand.</Empty>;
  const isNone = only === "sold-out" && q === "";
  return (
    <Empty
      title={isNone ? "Nothing is sold out" : `No vending machine matches “${q}”`}
      icon={isNone ? "pi-check-circle" : "pi-inbox"}
      action={<Button onClick={list.clear}>Clear filter</Button>}
    />
  );
}

/** The pivot and what it is found by. */
export function InventoryView(props: InventoryViewProps) {
  const { of, onRetry, list, all, count, save, whyNotSave, owed, foot } = props;
  const { doing, during } = useAction<"save">();
  const isOwed = list.filters.show === "Owed" && owed !== undefined;
  return (
    <>
      <PageHead
        title="Inventory Status"
        line={all === undefined ? comingText(of, "inventory") : lineOf(count, all)}
        action={
          !isOwed && (
            <Button
              icon="pi-file-excel"
              whyNot={count === 0 ? "No machine is shown: nothing to download" : whyNotSave}
              working={doing !== null}
              onClick={() => void during("save", save)}
            >
              Excel Download
            </Button>
          )
        }
      />
      <Filters {...props} />
      <Loadable of={of} onRetry={onRetry}>
        {() => (isOwed ? owed : <Rows {...props} />)}
      </Loadable>
      {foot}
    </>
  );
}

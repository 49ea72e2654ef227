import { Fragment, type ReactNode, useId, useState } from "react";
import { DaysButton } from "../ui/DaysButton.tsx";
import { FilterSwitch } from "../ui/FilterSwitch.tsx";
import { FilterText } from "../ui/FilterText.tsx";
import { useEver } from "../ui/use-ever.ts";
import { useIsPhone } from "../ui/use-media.ts";
import type { ShownPagedList } from "./use-paged-list.ts";

interface FilterBarProps {
  paged: ShownPagedList<{ _id: string }>;
  /** What stands behind the filters. */
  more?: ReactNode;
  /** At the right of the bar. */
  children: ReactNode;
}

const findLabel = "Find in the list";
/** More filters than these stand in a panel. */
const mostInRow = 2;

/**
 * One field for values that are recognised by their form: a phone, an order's or a payment's id. Each also has its own
 * field in the panel.
 */
function Search({ paged: { shownFilters, list } }: Pick<FilterBarProps, "paged">) {
  const isPhone = useIsPhone();
  const known = Object.entries(shownFilters).filter(([, { looksLike }]) => looksLike !== undefined);
  if (known.length === 0) return null;
  const value = known.map(([name]) => list.filters[name] ?? "").find((text) => text !== "") ?? "";
  const [last = "", ...others] = known.map(([, { label }]) => label).reverse();
  const all = others.length > 0 ? `${others.reverse().join(", ")} or ${last}` : last;
  return (
    <div className="filter-search">
      <FilterText
        label={findLabel}
        quietLabel
        maxLength={64}
        // On a phone the row has no room for all their names.
        placeholder={isPhone ? findLabel : all}
        value={value}
        onCommit={(typed, how) => {
          const text = typed.trim();
          const found = known.find(([, { looksLike }]) => looksLike?.test(text))?.[0];
          list.setFilters(Object.fromEntries(known.map(([name]) => [name, name === found ? text : ""])), how);
        }}
      />
    </div>
  );
}

/** What is set, each to be taken away by a click. What the search field shows is said there. */
function Chips({ paged: { shownFilters, list, field } }: Pick<FilterBarProps, "paged">) {
  const set = Object.entries(shownFilters).filter(
    ([name, { show, looksLike }]) => show && !looksLike && (list.filters[name] ?? "") !== "",
  );
  return set.map(([name, { label, words }]) => (
    <button key={name} type="button" className="filter-chip" onClick={() => list.setFilter(name, "")}>
      <span className="muted">{label}</span>
      <span className="filter-chip-value">{words?.(field(name)) ?? list.filters[name]}</span>
      <span className="pi pi-times" aria-hidden="true" />
      <span className="unseen">, clear</span>
    </button>
  ));
}

/**
 * The filters of a paged list in one row: a search, the days, and behind Filter each filter under its own name. A few of
 * them stand in the row themselves.
 */
export function FilterBar({ paged, more, children }: FilterBarProps) {
  const { declared, shownFilters, viewBy } = paged;
  const [isOpen, setOpen] = useState(false);
  // Its choices are lists of their own, which few need. Once made it stays, with what is half typed in it.
  const wasOpen = useEver(isOpen);
  const id = useId();
  const shown = Object.entries(shownFilters).filter(([, { show }]) => show !== undefined);
  const hasDays = "startDate" in declared.filters;
  const hasPanel = shown.length > mostInRow || (hasDays && shown.length > 0);
  const fields = (
    <>
      {shown.map(([name, { show }]) => (
        <Fragment key={name}>{show?.(paged.field(name))}</Fragment>
      ))}
      <FilterSwitch label="View By" {...viewBy} />
      {more}
    </>
  );
  return (
    <>
      <div className="filters filter-bar">
        {hasPanel && <Search paged={paged} />}
        {hasDays && <DaysButton {...paged.days} />}
        {hasPanel ? (
          <button
            type="button"
            className="button button-plain"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <span className="pi pi-filter" aria-hidden="true" />
            <span className="button-label">Filter</span>
          </button>
        ) : (
          fields
        )}
        {hasPanel && <Chips paged={paged} />}
        <div className="filters-end">{children}</div>
      </div>
      {hasPanel && (
        <div id={id} className="filters filters-labelled filter-fields" hidden={!isOpen}>
          {wasOpen && fields}
        </div>
      )}
    </>
  );
}

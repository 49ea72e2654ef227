import { useEffect, useMemo, useState } from "react";
import { kindOf, valueText } from "#shared/sheets/list-column.ts";
import { Check } from "../Check.tsx";
import { Popover } from "../Popover.tsx";
import { useTyped } from "../use-typed.ts";
import type { HeadCellProps } from "./head-cell-props.ts";

const rowsWord = (count: number) => `${count.toLocaleString("en-IN")} ${count === 1 ? "row" : "rows"}`;

const comparisons = { contains: "contains", begins: "begins with", equals: "is" };

function TextFilter<Row>({ column, list }: HeadCellProps<Row>) {
  const typed = useTyped(list.columns[column.id]?.[0] ?? "", (text, how) =>
    list.setColumn(column.id, text.trim() === "" ? [] : [text], how),
  );
  const words = `${column.head} ${comparisons[column.filteredBy ?? "contains"]}`;
  return (
    <input
      {...typed}
      className="input"
      type="search"
      data-autofocus
      aria-label={words}
      placeholder={words}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

function ChoiceFilter<Row>({ column, list, all }: HeadCellProps<Row>) {
  // The URL follows a moment later; the tick has to stand at once.
  const inUrl = (list.columns[column.id] ?? []).join("\n");
  const [chosen, setChosen] = useState<string[]>([]);
  useEffect(() => setChosen(inUrl === "" ? [] : inUrl.split("\n")), [inUrl]);
  const choose = (values: string[]) => {
    setChosen(values);
    list.setColumn(column.id, values);
  };
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const row of all) {
      const text = valueText(column.value(row));
      found.set(text, (found.get(text) ?? 0) + 1);
    }
    return [...found].sort(([a], [b]) => a.localeCompare(b));
  }, [all, column]);
  return (
    <fieldset className="filter-choices" aria-label={column.head}>
      {counts.map(([value, count], at) => (
        <Check
          key={value}
          className="menu-item"
          autoFocus={at === 0}
          checked={chosen.includes(value)}
          onChange={(checked) => choose(checked ? [...chosen, value] : chosen.filter((other) => other !== value))}
        >
          {value}
          <span className="menu-item-end muted figures">{count}</span>
        </Check>
      ))}
    </fieldset>
  );
}

/** The small button in a head: what to look for in this column, and how many rows that leaves. */
export function HeadFilter<Row>(props: HeadCellProps<Row>) {
  const { column, state, list, shownCount, all, fromServer } = props;
  const isSet = state?.getIsFiltered() ?? false;
  return (
    <Popover
      label={`Filter ${column.head}`}
      align="end"
      className="filter-panel"
      trigger={(trigger) => (
        <button
          {...trigger}
          className={`head-filter${isSet ? " head-filter-set" : ""}`}
          aria-label={isSet ? `Filter ${column.head}, set` : `Filter ${column.head}`}
          title={`Filter ${column.head}`}
        >
          <span className={`pi ${isSet ? "pi-filter-fill" : "pi-filter"}`} aria-hidden="true" />
        </button>
      )}
    >
      {() => (
        <>
          {kindOf(column) === "choice" && !fromServer ? <ChoiceFilter {...props} /> : <TextFilter {...props} />}
          <div className="filter-foot">
            <span className="muted figures" role="status">
              {fromServer ? rowsWord(shownCount) : `${shownCount.toLocaleString("en-IN")} of ${rowsWord(all.length)}`}
            </span>
            <button
              type="button"
              className="link-button"
              disabled={!isSet}
              onClick={() => list.setColumn(column.id, [])}
            >
              Clear
            </button>
          </div>
        </>
      )}
    </Popover>
  );
}

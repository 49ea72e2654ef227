import { Check } from "../Check.tsx";
import { Popover } from "../Popover.tsx";
import type { Column } from "./column.ts";

interface ColumnChooserProps<Row> {
  columns: readonly Column<Row>[];
  hidden: readonly string[];
  setHidden: (ids: readonly string[]) => void;
}

/** Which columns are shown. The first one names the record and stays. */
export function ColumnChooser<Row>({ columns, hidden, setHidden }: ColumnChooserProps<Row>) {
  return (
    <Popover
      label="Columns"
      align="end"
      className="filter-panel"
      trigger={(trigger) => (
        <button {...trigger} className="head-filter" aria-label="Columns" title="Columns">
          <span className="pi pi-ellipsis-v" aria-hidden="true" />
        </button>
      )}
    >
      {() => (
        <fieldset className="filter-choices" aria-label="Columns">
          {columns.map(({ id, head }, at) => (
            <Check
              key={id}
              className="menu-item"
              autoFocus={at === 1}
              checked={!hidden.includes(id)}
              disabled={at === 0}
              onChange={(checked) => setHidden(checked ? hidden.filter((other) => other !== id) : [...hidden, id])}
            >
              {head}
            </Check>
          ))}
        </fieldset>
      )}
    </Popover>
  );
}

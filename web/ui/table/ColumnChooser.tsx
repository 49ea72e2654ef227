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
            <label key={id} className="menu-item">
              <input
                type="checkbox"
                data-autofocus={at === 1 || undefined}
                checked={!hidden.includes(id)}
                disabled={at === 0}
                onChange={(event) =>
                  setHidden(event.target.checked ? hidden.filter((other) => other !== id) : [...hidden, id])
                }
              />
              {head}
            </label>
          ))}
        </fieldset>
      )}
    </Popover>
  );
}

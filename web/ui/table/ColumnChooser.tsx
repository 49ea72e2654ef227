import { Check } from "../Check.tsx";
import { Popover } from "../Popover.tsx";
import type { Column } from "./column.ts";
import type { ColumnState } from "./use-rows.ts";

interface ColumnChooserProps<Row> {
  columns: readonly Column<Row>[];
  stateOf: (id: string) => ColumnState | undefined;
}

/** Which columns are shown. The first one names the record and stays. */
export function ColumnChooser<Row>({ columns, stateOf }: ColumnChooserProps<Row>) {
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
              checked={stateOf(id)?.getIsVisible() ?? false}
              disabled={!stateOf(id)?.getCanHide()}
              onChange={(checked) => stateOf(id)?.toggleVisibility(checked)}
            >
              {head}
            </Check>
          ))}
        </fieldset>
      )}
    </Popover>
  );
}

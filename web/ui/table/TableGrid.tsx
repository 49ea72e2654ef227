import { type RefObject, useMemo, useState } from "react";
import { kindOf, widthOf } from "#shared/sheets/list-column.ts";
import { useMedia } from "../use-media.ts";
import { FollowedLinks } from "./CellLink.tsx";
import { ColumnChooser } from "./ColumnChooser.tsx";
import { type Column, isFilterable, narrowWidth, narrowWindow, type RowTint } from "./column.ts";
import { GridRows } from "./GridRows.tsx";
import { HeadCell } from "./HeadCell.tsx";
import { PickBox } from "./PickBox.tsx";
import { BoneRows } from "./rows-between.tsx";
import { type Selection, usePicking } from "./selection.ts";
import type { TableList } from "./table-list.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useRowLinks } from "./use-row-links.ts";
import { useRowWindow } from "./use-row-window.ts";
import type { ColumnState } from "./use-rows.ts";
import { useScrollMemory } from "./use-scroll-memory.ts";

interface TableGridProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  allColumns: readonly Column<Row>[];
  rows: readonly Row[];
  all: readonly Row[];
  shownCount: number;
  rowId: (row: Row) => string;
  tint?: (row: Row) => RowTint;
  isLoading: boolean;
  boneRows: number;
  scroller: RefObject<HTMLDivElement | null>;
  list: TableList;
  stateOf: (id: string) => ColumnState | undefined;
  fromServer: boolean;
  /** A small table in a card: filters only where a column needs one, a chooser where columns may be left out. */
  inCard: boolean;
  selection?: Selection<Row>;
}

/** Below this many rows all are drawn; above, only those in sight. */
const drawAllUpTo = 120;
/** The last column has the column chooser, if there is one. */
const chooserWidth = 40;
const boxWidth = 40;
/** In a table that is a little wider than its place each column gives up as much of its width, before it scrolls. */
const leastShare = 0.93;
/** The space beneath the chooser belongs to the column beside it, unless its figures stand at the right. */
const widthsOf = <Row,>(columns: readonly Column<Row>[], lastWidth: number, isNarrow: boolean): number[] =>
  columns.map((column, nth) => {
    const width = isNarrow ? narrowWidth(column) : widthOf(column);
    const isLast = nth === columns.length - 1 && kindOf(column) !== "number";
    return isLast ? Math.max(leastHead, width - lastWidth) : width;
  });
const leastHead = 84;

/** In a card only where a narrow window leaves columns out. */
const hasChooser = <Row,>({ inCard, allColumns }: Pick<TableGridProps<Row>, "inCard" | "allColumns">): boolean =>
  !inCard || allColumns.some(({ wide }) => wide);

function GridHead<Row>(props: TableGridProps<Row> & { picking: ReturnType<typeof usePicking<Row>> }) {
  const { columns, list, inCard, selection, picking } = props;
  return (
    <thead>
      <tr>
        {selection && (
          <td className="cell-pick">
            <PickBox
              label="Select all that are shown"
              isPicked={picking.isAll}
              isSome={picking.isSome}
              onToggle={picking.toggleAll}
            />
          </td>
        )}
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            state={props.stateOf(column.id)}
            list={list}
            all={props.all}
            shownCount={props.shownCount}
            fromServer={props.fromServer}
            isFiltered={inCard ? column.filterable === true : isFilterable(column)}
          />
        ))}
        <td className="head-chooser">
          {hasChooser(props) && <ColumnChooser columns={props.allColumns} stateOf={props.stateOf} />}
        </td>
      </tr>
    </thead>
  );
}

/** A real table with a sticky head and rows of one height. */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { label, columns, rows, rowId, tint, isLoading, scroller, selection } = props;
  const [hadBones] = useState(isLoading);
  const rowHeight = useMedia("(pointer: coarse)") ? 44 : 36;
  const { isLong, from, to, scrollToIndex } = useRowWindow(scroller, { count: rows.length, rowHeight, drawAllUpTo });
  useScrollMemory(scroller, !isLoading);
  const picking = usePicking({ selection, rows, rowId });
  const { toggle } = picking;
  const { active, setActive, keys } = useRowKeys({
    rows,
    rowId,
    columns,
    onToggle: selection && toggle,
    show: (index) => isLong && scrollToIndex(index),
  });
  const { base, presses } = useRowLinks({ rows, rowId, columns });
  const lastWidth = hasChooser(props) ? chooserWidth : 4;
  const firstWidth = selection ? boxWidth : 0;
  const isNarrow = useMedia(narrowWindow);
  const widths = useMemo(() => widthsOf(columns, lastWidth, isNarrow), [columns, lastWidth, isNarrow]);
  const wholeWidth = widths.reduce((sum, width) => sum + width, firstWidth + lastWidth);
  const share = (width: number | undefined) => ({ width: `${(100 * (width ?? 0)) / wholeWidth}%` });

  return (
    <div ref={scroller} className="table-scroll">
      <table
        style={{ minWidth: Math.round(wholeWidth * leastShare) }}
        aria-label={label}
        aria-rowcount={isLong ? rows.length + 1 : undefined}
      >
        <colgroup>
          {selection && <col style={share(boxWidth)} />}
          {columns.map((column, nth) => (
            <col key={column.id} style={share(widths[nth])} />
          ))}
          <col style={share(lastWidth)} />
        </colgroup>
        <GridHead {...props} picking={picking} />
        <tbody {...keys} {...presses} className={isLoading ? "bones-as-one" : undefined}>
          {isLoading && <BoneRows columns={columns} count={props.boneRows} hasBoxes={selection !== undefined} />}
          {!isLoading && (
            <FollowedLinks value={base}>
              <GridRows
                rows={rows}
                columns={columns}
                rowId={rowId}
                tint={tint}
                within={isLong ? { from, to } : null}
                rowHeight={rowHeight}
                active={active}
                setActive={setActive}
                selection={selection}
                toggle={toggle}
                hadBones={hadBones}
              />
            </FollowedLinks>
          )}
        </tbody>
      </table>
    </div>
  );
}

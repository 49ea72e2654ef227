import { type ComponentProps, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { Load } from "../../state/load.ts";
import { Failed, FailedNotice } from "../States.tsx";
import { useIsPhone } from "../use-media.ts";
import type { Column, RowTint } from "./column.ts";
import { useHeldRows, useScrolled } from "./held-rows.ts";
import { NothingMatches } from "./NothingMatches.tsx";
import { PhoneSort } from "./PhoneSort.tsx";
import type { Selection } from "./selection.ts";
import { TableCards } from "./TableCards.tsx";
import { TableFoot } from "./TableFoot.tsx";
import { TableGrid } from "./TableGrid.tsx";
import { type TableList, useOwnList } from "./table-list.ts";
import { useHiddenColumns } from "./use-hidden-columns.ts";
import { type ColumnState, useRows } from "./use-rows.ts";

export interface TableProps<Row> {
  /** Names the table for readers, and the operator's choice of its columns. */
  label: string;
  columns: readonly Column<Row>[];
  of: Load<readonly Row[]>;
  onRetry?: () => void;
  rowId: (row: Row) => string;
  /** From `useListState`; without it the table keeps its order to itself. */
  list?: TableList;
  /** The server sorts, filters and pages: it says how many there are. */
  paged?: { pages: number; total: number };
  tint?: (row: Row) => RowTint;
  /** What stands there when there is not one row: an `Empty`. */
  empty?: ReactNode;
  /** New records that a paged list does not show yet. */
  news?: { count: number; show: () => void };
  /** Rows of the skeleton, where it is known how many a page has. */
  boneRows?: number;
  /** What a row is, for the count: ["machine", "machines"]. */
  things?: readonly [one: string, many: string];
  /** A list page's table fills the window; one in a card is as high as its rows. */
  inCard?: boolean;
  /** Rows can be picked, and what is done with them stands in `bar`, above the foot. */
  selection?: Selection<Row>;
  bar?: ReactNode;
}

const usualBones = 10;

interface PhoneTableProps<Row> extends ComponentProps<typeof TableCards<Row>> {
  /** Those that are hidden as well. */
  allColumns: readonly Column<Row>[];
  list: TableList;
  stateOf: (id: string) => ColumnState | undefined;
  hasSort: boolean;
  /** A tap opens a record, until the operator says that taps pick. */
  isPicking: boolean;
  setPicking: (isPicking: boolean) => void;
  /** What has come meanwhile: in the bar, where it covers nothing. */
  news: ReactNode;
}

const noColumns: readonly never[] = [];

function PhoneTable<Row>(props: PhoneTableProps<Row>) {
  const { allColumns, list, stateOf, hasSort, isPicking, setPicking, selection, news, ...parts } = props;
  const pick = hasSort && selection && (
    <button type="button" className="phone-sort-button" aria-pressed={isPicking} onClick={() => setPicking(!isPicking)}>
      <span className="pi pi-check-square" aria-hidden="true" />
      Select
    </button>
  );
  return (
    <>
      {(hasSort || news) && (
        <PhoneSort columns={hasSort ? allColumns : noColumns} list={list} stateOf={stateOf}>
          {(news || pick) && (
            <>
              {news}
              {pick}
            </>
          )}
        </PhoneSort>
      )}
      <TableCards {...parts} selection={isPicking ? selection : undefined} />
    </>
  );
}

interface NewRowsProps {
  count: number;
  isPhone: boolean;
  onShow: () => void;
}

function NewRows({ count, isPhone, onShow }: NewRowsProps) {
  return (
    <button type="button" className={isPhone ? "phone-sort-button phone-sort-news" : "table-news"} onClick={onShow}>
      <span className="pi pi-arrow-up" aria-hidden="true" />
      {count} new
    </button>
  );
}

/** How long those rows that waited are told from the others. */
const freshMs = 3_000;

function useFresh(): [isFresh: boolean, mark: () => void] {
  const [isFresh, setFresh] = useState(false);
  useEffect(() => {
    if (!isFresh) return;
    const over = setTimeout(() => setFresh(false), freshMs);
    return () => clearTimeout(over);
  }, [isFresh]);
  return [isFresh, () => setFresh(true)];
}

/** The one table. See web/ui/README.md. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, of, onRetry = () => undefined, rowId, paged, tint, empty, news, inCard = false } = props;
  const { things = ["row", "rows"], boneRows = usualBones, selection } = props;
  const own = useOwnList();
  const list = props.list ?? own;
  const isPhone = useIsPhone();
  const scroller = useRef<HTMLDivElement>(null);
  const [isPicking, setPicking] = useState(false);
  const [hidden, setHidden] = useHiddenColumns(label, columns);

  const all = useMemo(() => of.data ?? [], [of.data]);
  const fromServer = paged !== undefined;
  const { shown, visible, stateOf } = useRows({ columns, rows: all, list, hidden, setHidden, fromServer });
  const scrolled = useScrolled(scroller, isPhone);
  const about = `${JSON.stringify(list.columns)} ${list.sort?.id} ${list.sort?.desc} ${paged ? list.page : ""} ${of.data === undefined}`;
  const held = useHeldRows(shown, rowId, scrolled && !inCard && !paged, about);

  const toTop = () => (isPhone ? window.scrollTo({ top: 0 }) : scroller.current?.scrollTo({ top: 0 }));
  const waiting = held.waiting + (news?.count ?? 0);
  const [isFresh, markFresh] = useFresh();
  const showWaiting = () => {
    toTop();
    markFresh();
    news?.show();
  };

  if (of.state === "failed" && of.data === undefined) {
    return (
      <div className="table">
        <Failed error={of.error} onRetry={onRetry} />
      </div>
    );
  }

  const isLoading = of.data === undefined;
  // A list of the server shows its filters itself, in its form as well.
  const filteredAway = !fromServer && !isLoading && shown.length === 0 && Object.keys(list.columns).length > 0;
  const parts = { label, columns: visible, rows: held.rows, rowId, tint, isLoading, boneRows, selection };
  const looks = `${inCard ? " table-in-card" : " table-fills"}${isPhone ? " table-phone" : ""}${isFresh ? " table-fresh" : ""}`;
  const newRows = waiting > 0 && <NewRows count={waiting} isPhone={isPhone} onShow={showWaiting} />;
  return (
    <>
      {of.state === "failed" && <FailedNotice error={of.error} onRetry={onRetry} />}
      <div className={`table${looks}`} aria-busy={of.state === "loading" || undefined}>
        {!isPhone && newRows}
        {isPhone ? (
          <PhoneTable
            {...parts}
            allColumns={columns}
            list={list}
            stateOf={stateOf}
            isPicking={isPicking}
            setPicking={setPicking}
            // With the rows: beneath a skeleton of another length it would move.
            hasSort={!inCard && !isLoading && shown.length > 0}
            news={newRows}
          />
        ) : (
          <TableGrid
            {...parts}
            scroller={scroller}
            list={list}
            all={all}
            allColumns={columns}
            shownCount={paged?.total ?? shown.length}
            stateOf={stateOf}
            fromServer={fromServer}
            inCard={inCard}
          />
        )}
        {filteredAway && <NothingMatches columns={columns} list={list} things={things} />}
        {!isLoading && shown.length === 0 && !filteredAway && empty}
        {props.bar}
        {isLoading && (!inCard || paged) && <div className="table-foot" aria-hidden="true" />}
        {!isLoading && (
          <TableFoot shown={shown.length} all={all.length} things={things} paged={paged} list={list} isQuiet={inCard} />
        )}
      </div>
    </>
  );
}

import "./queue.css";
import { type ReactNode, type RefObject, useMemo, useRef } from "react";
import { useStore } from "../../state/jotai.ts";
import { unsavedAtom } from "../../state/unsaved.atoms.ts";
import { Button } from "../../ui/Button.tsx";
import { groupedText } from "../../ui/count-text.ts";
import { Key } from "./CaseHead.tsx";
import { useCaseKeys } from "./use-case-keys.ts";
import { useChosen } from "./use-chosen.ts";

/** Cases that stand together beneath one line. */
interface CaseGroup {
  id: string;
  /** "Pathadipalam Metro, 4 cases, offline". */
  head: (count: number) => ReactNode;
}

/** A case in the list: two or three short lines. */
export interface CaseRow {
  title: ReactNode;
  line?: ReactNode;
  note: ReactNode;
}

interface WorkQueueProps<Case> {
  /** What stands in the list: "Cans that did not come out". */
  label: string;
  /** In the order in which they are worked on; groups stand where their first case does. */
  cases: readonly Case[];
  /** A constant outside the component, as are `groupOf` and `rowOf` where they can be. */
  idOf: (one: Case) => string;
  groupOf?: (one: Case) => CaseGroup;
  rowOf: (one: Case) => CaseRow;
  /** All that wait, where the list holds only the newest. */
  total?: number;
  /** Lists more of them, where more are listed. */
  onMore?: (() => void) | undefined;
  /** The case itself; `next` leads to the one behind it. `isHeld`: it has left the list, and is as it was in it. */
  children: (one: Case, next: () => void, isHeld: boolean) => ReactNode;
  /** Nothing waits: an `Empty`. */
  empty: ReactNode;
  /**
   * What became of a case that a link names and that waits no more; without it the first case is shown. `isHeld`: it stands
   * above the case.
   */
  goneOf?: ((id: string, isHeld: boolean) => ReactNode) | undefined;
  /** Every case leaves the list by being closed: how many have, since the operator came, is said. */
  counts?: boolean;
}

/** How many of those that were seen here wait no more; a list of the newest also drops cases that still wait. */
function useClosed(ids: readonly string[], isWhole: boolean): number {
  const seen = useRef(new Set<string>());
  for (const id of ids) seen.current.add(id);
  return isWhole ? seen.current.size - ids.length : 0;
}

/** Whether the case that is shown took the place of one that was closed: it comes in then (web/ui/motion.css). */
function useIsNext(id: string | null, closed: number): boolean {
  const shown = useRef({ id, closed, isNext: false });
  const before = shown.current;
  if (before.id !== id) shown.current = { id, closed, isNext: closed > before.closed };
  return shown.current.isNext;
}

/**
 * Whether something in the case is not saved or a dialog of it is open: it would be lost, and the next letter would press
 * a button of another case. Not while the dialog does what it was told to, by which the case leaves.
 */
const useIsTouched = (pane: RefObject<HTMLElement | null>) => {
  const store = useStore();
  return (): boolean => {
    if (store.get(unsavedAtom).length > 0) return true;
    const dialog = pane.current?.querySelector("dialog[open]") ?? null;
    return dialog !== null && dialog.querySelector("[aria-busy=true]") === null;
  };
};

const Closed = ({ count }: { count: number }) => (
  <p className="queue-closed muted" role="status">
    {count > 0 && (
      <>
        <span key={count} className="pi pi-check" aria-hidden="true" /> {groupedText(count)} closed while you were here
      </>
    )}
  </p>
);

const together = <Case,>(cases: readonly Case[], groupOf: (one: Case) => CaseGroup) => {
  const groups = new Map<string, { group: CaseGroup; cases: Case[] }>();
  for (const one of cases) {
    const group = groupOf(one);
    const known = groups.get(group.id);
    if (known) known.cases.push(one);
    else groups.set(group.id, { group, cases: [one] });
  }
  return [...groups.values()];
};
const noGroup: CaseGroup = { id: "", head: () => null };

/**
 * A queue that operators work through: the list at the left, the case at the right with its evidence, one letter a
 * button, j and k through the list, n for the next. In a narrow window the list comes first, and each case is a page
 * with a way back. See web/recipes/README.md.
 */
export function WorkQueue<Case>(props: WorkQueueProps<Case>) {
  const { label, cases, idOf, groupOf, rowOf, total = 0, onMore, children, empty, goneOf, counts = false } = props;
  const pane = useRef<HTMLElement>(null);
  const groups = useMemo(() => together(cases, groupOf ?? (() => noGroup)), [cases, groupOf]);
  const inOrder = useMemo(() => groups.flatMap((group) => group.cases), [groups]);
  const chosen = useChosen(inOrder, idOf, useIsTouched(pane));
  const { isNarrow, isHeld, choose, next, back } = chosen;
  const closed = useClosed(cases.map(idOf), counts && total <= cases.length);
  const gone = goneOf === undefined ? null : chosen.gone;
  const present = gone === null ? chosen.present : undefined;
  const presentId = present === undefined ? null : idOf(present);
  const isNext = useIsNext(presentId, closed);
  useCaseKeys(pane);
  const shownCase = present !== undefined && presentId !== null && (
    <section key={presentId} className={`queue-case${isNext ? " case-next-in" : ""}`} aria-label="Case" ref={pane}>
      {isNarrow && (
        <div className="queue-way">
          <Button kind="quiet" icon="pi-arrow-left" onClick={back}>
            All {groupedText(Math.max(total, inOrder.length))}
          </Button>
          <Button kind="quiet" icon="pi-arrow-down" onClick={next}>
            Next
          </Button>
        </div>
      )}
      {isHeld && (
        <>
          {goneOf?.(presentId, true)}
          <p className="muted" role="status">
            It left the list meanwhile. Your text stays until you go on.
          </p>
        </>
      )}
      {children(present, next, isHeld)}
    </section>
  );
  if (inOrder.length === 0 && !shownCase)
    return (
      <>
        {gone !== null && goneOf?.(gone, false)}
        {empty}
        <Closed count={closed} />
      </>
    );
  const goneCase = gone !== null && (
    <section className="queue-case" aria-label="Case" ref={pane}>
      {goneOf?.(gone, false)}
      <div className="actions">
        <Button icon="pi-arrow-down" onClick={() => choose(inOrder[0])}>
          Next <Key of="N" />
        </Button>
      </div>
    </section>
  );
  return (
    <div className="queue">
      {isNarrow && goneCase}
      {(!isNarrow || present === undefined) && (
        <nav className="queue-list" aria-label={label}>
          {groups.map(({ group, cases: ofGroup }) => (
            <section key={group.id} className="queue-group">
              {groupOf && <h2 className="queue-group-head">{group.head(ofGroup.length)}</h2>}
              {ofGroup.map((one) => {
                const { title, line, note } = rowOf(one);
                const id = idOf(one);
                return (
                  <button
                    key={id}
                    type="button"
                    className="queue-row"
                    aria-current={id === presentId || undefined}
                    onClick={() => choose(one)}
                  >
                    <b>{title}</b>
                    <span className="queue-row-note muted">{note}</span>
                    {line && <span className="queue-row-line">{line}</span>}
                  </button>
                );
              })}
            </section>
          ))}
          {total > inOrder.length && (
            <p className="queue-more muted">
              The newest {groupedText(inOrder.length)} of {groupedText(total)}.{" "}
              {onMore && (
                <Button kind="quiet" small onClick={onMore}>
                  Load more
                </Button>
              )}
            </p>
          )}
          <Closed count={closed} />
        </nav>
      )}
      {!isNarrow && goneCase}
      {shownCase}
    </div>
  );
}

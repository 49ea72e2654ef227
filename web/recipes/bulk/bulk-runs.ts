import { eachLimited } from "#shared/concurrency/limit.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { atom, type PrimitiveAtom, type Store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import type { BulkAction, BulkEnd } from "./bulk-action.ts";

/** At most this many calls are under way at once. */
const width = 4;

/** A row that an action is done to. */
export interface BulkRow {
  id: string;
  name: string;
  end: BulkEnd | { is: "waiting" } | { is: "doing" };
}

/** An action that is being done to several rows, or was. */
export interface BulkRun {
  action: string;
  rows: readonly BulkRow[];
  isOver: boolean;
}

interface Kept {
  run: PrimitiveAtom<BulkRun | null>;
  isShown: boolean;
}
const kept = new Map<string, Kept>();

const keptOf = (list: string): Kept => {
  const known = kept.get(list);
  if (known) return known;
  const one: Kept = { run: atom<BulkRun | null>(null), isShown: false };
  one.run.onMount = () => {
    one.isShown = true;
    return () => {
      one.isShown = false;
    };
  };
  kept.set(list, one);
  return one;
};

/** The last run of a list; it goes on, and its ends stay, when its page is left. */
export const bulkRunAtomOf = (list: string) => keptOf(list).run;

const count = ({ rows }: BulkRun, is: "done" | "refused") => rows.filter(({ end }) => end.is === is).length;
/** "Unauthorize: 12 done, 2 not". */
export const bulkText = (run: BulkRun): string => {
  const [done, refused] = [count(run, "done"), count(run, "refused")];
  if (!run.isOver) return `${run.action}: ${done + refused} of ${run.rows.length}`;
  return `${run.action}: ${done} done${refused > 0 ? `, ${refused} not` : ""}`;
};

/** Does it; closing the tab meanwhile needs confirmation, because what still waits would be left as it is. */
export const askBeforeClosing = async <T>(work: () => Promise<T>): Promise<T> => {
  const confirmClosing = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", confirmClosing);
  try {
    return await work();
  } finally {
    window.removeEventListener("beforeunload", confirmClosing);
  }
};

interface Input<Row> {
  list: string;
  action: BulkAction<Row>;
  rows: readonly Row[];
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  onDone: (row: Row) => void;
}

const otherSignIn: BulkEnd = { is: "refused", words: "Not done: another sign-in began" };

const endFor = async <Row>(action: BulkAction<Row>, row: Row): Promise<BulkEnd> => {
  const words = action.whyNot?.(row) ?? null;
  if (words !== null) return { is: "refused", words };
  return action
    .do(row)
    .catch((): BulkEnd => ({ is: "refused", words: "Not known whether it was done: look at its row" }));
};

/**
 * Does an action to each of the rows and keeps what became of it; nothing while another is under way. What is left when
 * the sign-in changes, in another tab for example, is not done: it would be done by somebody else.
 */
export const runBulk = async <Row>(store: Store, input: Input<Row>): Promise<void> => {
  const { list, action, rows, idOf, nameOf, onDone } = input;
  const one = keptOf(list);
  if (store.get(one.run)?.isOver === false) return;
  const report = (id: string, end: BulkRow["end"]) =>
    store.set(
      one.run,
      (run) => run && { ...run, rows: run.rows.map((row) => (row.id === id ? { ...row, end } : row)) },
    );

  store.set(one.run, {
    action: action.words,
    rows: rows.map((row): BulkRow => ({ id: idOf(row), name: nameOf(row), end: { is: "waiting" } })),
    isOver: false,
  });
  const begunWith = store.get(tokenAtom);
  const doOne = async (row: Row) => {
    report(idOf(row), { is: "doing" });
    const isTheirs = store.get(tokenAtom) === begunWith;
    const end = isTheirs ? await endFor(action, row) : otherSignIn;
    report(idOf(row), end);
    if (end.is === "done") onDone(row);
  };
  const [failure] = await askBeforeClosing(() => eachLimited(rows, width, doOne));
  if (failure) throw failure;
  store.set(one.run, (run) => run && { ...run, isOver: true });

  const over = store.get(one.run);
  if (!over || one.isShown) return;
  // Nobody looks at the list any more: its end is shown where the operator is.
  const kind = count(over, "refused") > 0 ? "danger" : "success";
  store.set(addAlertAtom, { kind, text: bulkText(over), ms: 6_000 });
};

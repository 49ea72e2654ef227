import { useCallback, useMemo, useState } from "react";
import { useAtomValue, useStore } from "../../state/jotai.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { useConfirm } from "../../ui/dialogs.ts";
import { listedLabels } from "../../ui/session-words.ts";
import type { Selection } from "../../ui/table/selection.ts";
import type { BulkAction } from "./bulk-action.ts";
import { bulkRunAtomOf, runBulk } from "./bulk-runs.ts";

interface BulkOptions<Row> {
  /** The list's name in the console. */
  list: string;
  /** Those that are on the screen now; what was picked on another page stays picked. */
  rows: readonly Row[] | undefined;
  /** Constants outside the component. */
  rowId: (row: Row) => string;
  nameOf: (row: Row) => string;
  things: readonly [one: string, many: string];
  actions: readonly BulkAction<Row>[];
}

const none: readonly never[] = [];

/** Several rows of a list, picked, and what may be done to all of them: hand it to `BulkTable` or `PagedListPage`. */
export function useBulk<Row>({ list, rows = none, rowId, nameOf, things, actions }: BulkOptions<Row>) {
  const operator = useAtomValue(operatorAtom);
  const store = useStore();
  // What one operator did is nothing for the next who signs in here.
  const own = `${operator?._id} ${list}`;
  const confirm = useConfirm();
  const [picks, setPicks] = useState<ReadonlyMap<string, Row>>(new Map());

  const onPick = useCallback(
    (of: readonly Row[], isPicked: boolean) =>
      setPicks((before) => {
        const next = new Map(before);
        for (const row of of) {
          if (isPicked) next.set(rowId(row), row);
          else next.delete(rowId(row));
        }
        return next;
      }),
    [rowId],
  );
  // Ten thousand rows may change each second: they are looked through only for what was picked.
  const present = useMemo(
    () => new Map(picks.size === 0 ? [] : rows.filter((row) => picks.has(rowId(row))).map((row) => [rowId(row), row])),
    [rows, rowId, picks],
  );
  // As they are now, where that is known.
  const chosen = useMemo(() => [...picks].map(([id, seen]) => present.get(id) ?? seen), [picks, present]);
  const selection: Selection<Row> = useMemo(
    () => ({ picked: new Set(picks.keys()), onPick, nameOf }),
    [picks, onPick, nameOf],
  );

  const begin = async (action: BulkAction<Row>) => {
    const able = chosen.filter((row) => !action.whyNot?.(row));
    if (action.danger !== undefined) {
      const [one, many] = things;
      const yes = await confirm({
        title: `${action.words} ${able.length === 1 ? `1 ${one}` : `${able.length} ${many}`}?`,
        body: `${listedLabels(able.map(nameOf))}. ${action.danger}`,
        action: action.words,
        danger: true,
      });
      if (!yes) return;
    }
    const onDone = (row: Row) => onPick([row], false);
    await runBulk(store, { list: own, action, rows: chosen, idOf: rowId, nameOf, onDone });
  };
  return {
    rowId,
    things,
    selection,
    /** What was done last. */
    run: bulkRunAtomOf(own),
    actions,
    chosen,
    hidden: chosen.filter((row) => !present.has(rowId(row))).length,
    begin,
    clear: () => setPicks(new Map()),
  };
}
export type Bulk<Row> = ReturnType<typeof useBulk<Row>>;

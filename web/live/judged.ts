import { type MachineStatus, machineStatus, type PresenceFacts } from "#shared/machines/machine.rules.ts";
import { type Atom, atom } from "../state/jotai.ts";
import type { Load } from "../state/load.ts";
import { nowAtom } from "../state/now.atoms.ts";

/** A record, and what the clock makes of its last message: a row turns Offline by itself after 75 s of silence. */
export interface Judged<R> {
  record: R;
  status: MachineStatus;
}

/**
 * Judges every record with each tick. What did not change keeps its identity, the list and the load included, so that
 * a tick in which nobody turns draws nothing.
 */
export const judgedAtom = <R extends object>(
  recordsAtom: Atom<Load<R[]>>,
  factsOf: (record: R) => PresenceFacts,
): Atom<Load<Judged<R>[]>> => {
  const known = new WeakMap<R, { facts: PresenceFacts; judged: Judged<R> }>();
  let last: { from: Load<R[]>; gives: Load<Judged<R>[]> } | null = null;

  const judge = (record: R, now: number): Judged<R> => {
    const before = known.get(record);
    const facts = before?.facts ?? factsOf(record);
    const status = machineStatus(facts, now);
    if (before?.judged.status === status) return before.judged;
    const judged = { record, status };
    known.set(record, { facts, judged });
    return judged;
  };

  return atom((get) => {
    const from = get(recordsAtom);
    const now = get(nowAtom);
    if (from.data === undefined) return from as Load<never>;
    const list = from.data.map((record) => judge(record, now));
    const before = last?.gives.data;
    const same = before?.length === list.length && list.every((judged, index) => judged === before[index]);
    if (last && same && last.from === from) return last.gives;
    const gives: Load<Judged<R>[]> = { ...from, data: same ? before : list };
    last = { from, gives };
    return gives;
  });
};

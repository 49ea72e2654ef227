import { useEffect, useRef } from "react";
import { isSame } from "../../live/is-same.ts";
import { useAtomValue, useStore } from "../../state/jotai.ts";
import { keptFormsAtom } from "../../state/kept-forms.atoms.ts";
import { leftOnPurposeAtom, operatorAtom, signedInAtom } from "../../state/session.atoms.ts";
import type { Values } from "./form-types.ts";
import { changedKeys } from "./form-values.ts";

interface Typed<V extends Values> {
  /** The record's values that it was typed over. */
  base: V;
  values: V;
}

/** What is typed over the values as they are now; what others changed meanwhile stays theirs. */
export const typedAnew = <V extends Values>({ base, values }: Typed<V>, present: V): V => {
  const mine = changedKeys(base, values).filter((key) => isSame(base[key], present[key]));
  return { ...present, ...Object.fromEntries(mine.map((key) => [key, values[key]])) };
};

/**
 * What was typed when the sign-in ended by itself is there again for the same operator who signs in: `restore` is given
 * it. `key` names the form and what it is about; undefined keeps nothing.
 */
export function useKept<V extends Values>(
  key: string | undefined,
  typed: () => Typed<V>,
  restore: (kept: Typed<V>) => void,
): void {
  const store = useStore();
  const operator = useAtomValue(operatorAtom)?._id;
  const latest = useRef({ operator, typed, restore });
  latest.current = { operator: operator ?? latest.current.operator, typed, restore };

  useEffect(() => {
    if (key === undefined || operator === undefined) return;
    const kept = store.get(keptFormsAtom).get(key);
    if (!kept) return;
    store.set(keptFormsAtom, (all) => new Map([...all].filter(([other]) => other !== key)));
    if (kept.operator === operator) latest.current.restore(kept as unknown as Typed<V>);
  }, [key, operator, store]);

  useEffect(
    () => () => {
      const by = latest.current.operator;
      if (key === undefined || by === undefined || store.get(signedInAtom) || store.get(leftOnPurposeAtom)) return;
      const { base, values } = latest.current.typed();
      if (changedKeys(base, values).length === 0) return;
      store.set(keptFormsAtom, (all) => new Map(all).set(key, { operator: by, base, values }));
    },
    [key, store],
  );
}

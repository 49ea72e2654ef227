import { useEffect, useState } from "react";
import { type Atom, type Store, useStore } from "../state/jotai.ts";

/** Follows one atom at a time. */
const createAhead = (store: Store) => {
  let held: { atom: Atom<unknown>; leave: () => void } | undefined;
  const end = (atom = held?.atom) => {
    if (!held || held.atom !== atom) return;
    held.leave();
    held = undefined;
  };
  return {
    follow: (atom: Atom<unknown>) => {
      // In this order: rooms of both are not left in between.
      const leave = store.sub(atom, () => undefined);
      end();
      held = { atom, leave };
    },
    end,
  };
};

/**
 * Follows what a page is about to show, from the operator's key or click on: it is requested while React draws the page,
 * which goes on with what it finds there, and then ends it.
 */
export function useAhead() {
  const store = useStore();
  const [ahead] = useState(() => createAhead(store));
  useEffect(() => () => ahead.end(), [ahead]);
  return ahead;
}

import { atom } from "./jotai.ts";

/** Something of each of several, by their ids; null where there is none any more. */
export const byId = <T>() => {
  const heldAtom = atom<Readonly<Record<string, T>>>({});
  return atom(
    (get) => get(heldAtom),
    (get, set, id: string, held: T | null) => {
      const { [id]: _before, ...others } = get(heldAtom);
      set(heldAtom, held === null ? others : { ...others, [id]: held });
    },
  );
};

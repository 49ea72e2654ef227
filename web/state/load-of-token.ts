import { atom } from "./jotai.ts";
import { type Load, loading } from "./load.ts";
import { tokenAtom } from "./session.atoms.ts";

/**
 * What was loaded with one token, and is forgotten when nobody looks: the next sign-in, here or in another tab, may be
 * somebody else's, who must not see it.
 */
export const loadOfToken = <T>() => {
  const held = atom<{ token: string | null; load: Load<T> }>({ token: null, load: loading });
  held.onMount = (set) => () => set({ token: null, load: loading });
  return atom(
    (get): Load<T> => {
      const { token, load } = get(held);
      return token === get(tokenAtom) ? load : loading;
    },
    (get, set, load: Load<T>) => set(held, { token: get(tokenAtom), load }),
  );
};

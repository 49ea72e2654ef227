import type { Operator } from "#shared/auth/auth.schema.ts";
import { atom } from "./jotai.ts";

const key = "token";

function savedToken(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const heldTokenAtom = atom<string | null>(savedToken());
const askedToLeaveAtom = atom(false);

/** The bearer token, kept in local storage because specification section 9 says so. Null is signed out. */
export const tokenAtom = atom(
  (get) => get(heldTokenAtom),
  (_get, set, token: string | null) => {
    set(heldTokenAtom, token);
    if (token !== null) set(askedToLeaveAtom, false);
    try {
      if (token === null) localStorage.removeItem(key);
      else localStorage.setItem(key, token);
    } catch {
      // Storage may be forbidden: the session then lasts as long as the page.
    }
  },
);

export const signedInAtom = atom((get) => get(heldTokenAtom) !== null);

/** Who is signed in; null until it is loaded. */
export const operatorAtom = atom<Operator | null>(null);

/** The operator asked for it, rather than the server: the page on the screen is not offered again. */
export const leftOnPurposeAtom = atom((get) => get(askedToLeaveAtom));

/** `asked`: the operator logs out. `refused`: the server no longer accepts the token. */
export const signOutAtom = atom(null, (_get, set, why: "asked" | "refused") => {
  set(askedToLeaveAtom, why === "asked");
  set(tokenAtom, null);
  set(operatorAtom, null);
});

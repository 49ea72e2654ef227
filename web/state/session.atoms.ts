import type { Operator } from "#shared/auth/auth.schema.ts";
import { clearAlertLogAtom } from "./alerts.atoms.ts";
import { dropDialogsAtom } from "./dialogs.atoms.ts";
import { atom } from "./jotai.ts";
import { keptFormsAtom } from "./kept-forms.atoms.ts";

export const tokenKey = "token";

function savedToken(): string | null {
  try {
    return localStorage.getItem(tokenKey);
  } catch {
    return null;
  }
}

function saveToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(tokenKey);
    else localStorage.setItem(tokenKey, token);
  } catch {
    // Storage may be forbidden: the session then lasts as long as the page.
  }
}

const heldTokenAtom = atom<string | null>(savedToken());
const leaveRequestedAtom = atom(false);

/**
 * The bearer token, kept in local storage because specification: Constants. Null is signed out. All tabs share
 * what is stored: giving up a token leaves a newer one alone that another tab has stored meanwhile. With it goes what its
 * operator was told and asked.
 */
export const tokenAtom = atom(
  (get) => get(heldTokenAtom),
  (get, set, token: string | null) => {
    const given = get(heldTokenAtom);
    set(heldTokenAtom, token);
    if (given !== null && token !== given) {
      set(clearAlertLogAtom);
      set(dropDialogsAtom);
    }
    if (token !== null) set(leaveRequestedAtom, false);
    if (token !== null || savedToken() === given) saveToken(token);
  },
);

/** Another tab has signed in or out: this one does the same. */
export const followStoredTokenAtom = atom(null, (get, set) => {
  const stored = savedToken();
  if (stored !== get(heldTokenAtom)) set(tokenAtom, stored);
});

export const signedInAtom = atom((get) => get(heldTokenAtom) !== null);

/** Who is signed in; null until it is loaded. */
export const operatorAtom = atom<Operator | null>(null);

/**
 * Another operator may sign in: then nobody does actions of money for themselves. It is as it was when this page was
 * opened.
 */
export const hasColleagueAtom = atom(false);

/** The operator requested it, rather than the server: the page on the screen is not offered again. */
export const leftOnPurposeAtom = atom((get) => get(leaveRequestedAtom));

/**
 * `asked`: the operator logs out, of all tabs. `refused`: the server no longer accepts the token of this tab; where
 * another tab has signed in meanwhile, its newer one is used.
 */
export const signOutAtom = atom(null, (get, set, why: "asked" | "refused") => {
  const held = get(heldTokenAtom);
  const stored = savedToken();
  if (why === "refused" && stored !== null && stored !== held) return set(tokenAtom, stored);
  set(leaveRequestedAtom, why === "asked");
  set(tokenAtom, null);
  if (why === "asked") {
    saveToken(null);
    set(keptFormsAtom, new Map());
  }
  set(operatorAtom, null);
});

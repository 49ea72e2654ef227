import { atom } from "./jotai.ts";
import { readSetting, writeSetting } from "./settings.ts";

const foldedAtom = atom(readSetting("nav") === "folded");

/** The navigation shows icons only. */
export const navFoldedAtom = atom(
  (get) => get(foldedAtom),
  (_get, set, folded: boolean) => {
    set(foldedAtom, folded);
    writeSetting("nav", folded ? "folded" : null);
    if (folded) document.documentElement.dataset.nav = "folded";
    else delete document.documentElement.dataset.nav;
  },
);

/** The name of the record on the screen, for the end of the trail and the browser's tab. */
export const pageNameAtom = atom<string | null>(null);

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

const openAtom = atom((readSetting("nav:open") ?? "").split(",").filter(Boolean));

/** The titles of the folding groups that the operator has opened. */
export const openGroupsAtom = atom(
  (get) => get(openAtom),
  (get, set, title: string, isOpen: boolean) => {
    const others = get(openAtom).filter((one) => one !== title);
    const open = isOpen ? [...others, title] : others;
    set(openAtom, open);
    writeSetting("nav:open", open.length > 0 ? open.join(",") : null);
  },
);

/** The name of the record on the screen, for the end of the trail and the browser's tab. */
export const pageNameAtom = atom<string | null>(null);

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

const chosenAtom = atom((readSetting("nav:open") ?? "").split(",").filter(Boolean));

/** The titles of the groups that the operator has opened, and of those that they have folded, with a minus before it. */
export const chosenGroupsAtom = atom(
  (get) => get(chosenAtom),
  (get, set, title: string, isOpen: boolean) => {
    const others = get(chosenAtom).filter((one) => one !== title && one !== `-${title}`);
    const chosen = [...others, isOpen ? title : `-${title}`];
    set(chosenAtom, chosen);
    writeSetting("nav:open", chosen.join(","));
  },
);

/** The name of the record on the screen, for the end of the trail and the browser's tab. */
export const pageNameAtom = atom<string | null>(null);

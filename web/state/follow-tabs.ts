import { store as consoleStore, type Store } from "./jotai.ts";
import { followStoredTokenAtom, tokenKey } from "./session.atoms.ts";

/**
 * Tabs of one browser share one sign-in: the browser notifies each of what the others store. Called once at the start.
 */
export const followTabs = (store: Store = consoleStore): (() => void) => {
  // A `key` of null is a storage that was emptied.
  const hear = ({ key }: StorageEvent) => {
    if (key === tokenKey || key === null) store.set(followStoredTokenAtom);
  };
  window.addEventListener("storage", hear);
  // What was stored between the start of this page and now, or while the browser kept the page frozen.
  const look = () => store.set(followStoredTokenAtom);
  window.addEventListener("pageshow", look);
  look();
  return () => {
    window.removeEventListener("storage", hear);
    window.removeEventListener("pageshow", look);
  };
};

import { atom } from "./jotai.ts";
import { readSetting, writeSetting } from "./settings.ts";

const chosenAtom = atom(readSetting("sound") === "on");
// Another tab of this browser may switch it.
chosenAtom.onMount = (set) => {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === "sound") set(newValue === "on");
  };
  window.addEventListener("storage", hear);
  return () => window.removeEventListener("storage", hear);
};

/** Whether this browser sounds when a pending count rises; off unless switched on. */
export const soundAtom = atom(
  (get) => get(chosenAtom),
  (_get, set, sounds: boolean) => {
    set(chosenAtom, sounds);
    writeSetting("sound", sounds ? "on" : null);
  },
);

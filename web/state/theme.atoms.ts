import { atom } from "./jotai.ts";
import { readSetting, writeSetting } from "./settings.ts";

export type Theme = "system" | "light" | "dark";

function savedTheme(): Theme {
  const saved = readSetting("theme");
  return saved === "light" || saved === "dark" ? saved : "system";
}

const chosenAtom = atom<Theme>(savedTheme());

/** Light, dark, or whatever the system says. Kept in this browser; public/theme-boot.js applies it before first paint. */
export const themeAtom = atom(
  (get) => get(chosenAtom),
  (_get, set, theme: Theme) => {
    set(chosenAtom, theme);
    writeSetting("theme", theme === "system" ? null : theme);
    const { dataset } = document.documentElement;
    if (theme === "system") delete dataset.theme;
    else dataset.theme = theme;
  },
);

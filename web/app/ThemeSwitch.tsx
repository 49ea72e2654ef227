import { atom, useAtom } from "../state/jotai.ts";
import { readSetting, writeSetting } from "../state/settings.ts";
import { Popover } from "../ui/Popover.tsx";

type Theme = "system" | "light" | "dark";

function savedTheme(): Theme {
  const saved = readSetting("theme");
  return saved === "light" || saved === "dark" ? saved : "system";
}

const chosenAtom = atom<Theme>(savedTheme());

/** Light, dark, or whatever the system says. Kept in this browser; public/theme-boot.js applies it before first paint. */
const themeAtom = atom(
  (get) => get(chosenAtom),
  (_get, set, theme: Theme) => {
    set(chosenAtom, theme);
    writeSetting("theme", theme === "system" ? null : theme);
    const { dataset } = document.documentElement;
    if (theme === "system") delete dataset.theme;
    else dataset.theme = theme;
  },
);

const themes: { theme: Theme; word: string; icon: string }[] = [
  { theme: "light", word: "Light", icon: "pi-sun" },
  { theme: "dark", word: "Dark", icon: "pi-moon" },
  { theme: "system", word: "System", icon: "pi-desktop" },
];

export function ThemeSwitch() {
  const [now, setTheme] = useAtom(themeAtom);
  const icon = themes.find(({ theme }) => theme === now)?.icon ?? "pi-desktop";
  return (
    <Popover
      label="Theme"
      menu
      align="end"
      trigger={(props) => (
        <button {...props} className="strip-button" aria-label={`Theme: ${now}`} title="Theme">
          <span className={`pi ${icon}`} aria-hidden="true" />
        </button>
      )}
    >
      {(close) =>
        themes.map((choice) => (
          <button
            key={choice.theme}
            type="button"
            role="menuitemradio"
            aria-checked={choice.theme === now}
            className="menu-item"
            onClick={() => {
              setTheme(choice.theme);
              close();
            }}
          >
            <span className={`pi ${choice.icon}`} aria-hidden="true" />
            {choice.word}
            {choice.theme === now && <span className="pi pi-check menu-item-end" aria-hidden="true" />}
          </button>
        ))
      }
    </Popover>
  );
}

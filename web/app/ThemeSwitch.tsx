import { useAtom } from "../state/jotai.ts";
import { type Theme, themeAtom } from "../state/theme.atoms.ts";
import { Popover } from "../ui/Popover.tsx";

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

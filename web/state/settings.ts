/**
 * This operator's settings in this browser: theme, folded navigation and which of its groups they opened or folded, hidden columns,
 * cards or board on Home, sound and which of its tabs makes it, what they opened lately from the
 * search, up to when they have read what happened, and whether they have signed in and not yet closed what happened
 * while they were away. Nothing else about the business.
 */
export type Setting =
  | "theme"
  | "nav"
  | "nav:open"
  | "sound"
  | "tab"
  | "away"
  | `home:${string}`
  | `columns:${string}`
  | `recent:${string}`
  | `events-read:${string}`;

export function readSetting(name: Setting): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Null forgets it. Where storage is forbidden the choice lasts until the page is closed. */
export function writeSetting(name: Setting, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Nothing to do: the choice stays in memory.
  }
}

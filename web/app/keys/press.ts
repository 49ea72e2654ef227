import { paths } from "../paths.ts";
import { pageOfKey } from "./page-keys.ts";

interface KeyActions {
  go: (address: string) => void;
  /** Shows what the keys do. */
  help: () => void;
}

const rowsStop = "#page tr[data-row][tabindex='0']";
/** What j and k move through where there is no table: cards, tiles, the rows of a phone, cases of a queue. */
const cards = "#page :is(.link-card-link, .place, .queue-row, .row-card-title a, .row-card-fields > :first-child a)";
const searches = ["input[type='search']", "input.input[type='text'], input.input:not([type])", "input"];

const focus = (element: HTMLElement): void => {
  element.focus();
  element.scrollIntoView?.({ block: "nearest" });
};

/** To the next record of the list, or the one before; to the first where none has the focus. */
export const walk = (step: 1 | -1): void => {
  const present = document.activeElement;
  const row = present?.closest<HTMLElement>("tr[data-row]");
  if (row) {
    // The table has its own arrows, which draw rows that are out of sight.
    row.focus();
    row.dispatchEvent(new KeyboardEvent("keydown", { key: step === 1 ? "ArrowDown" : "ArrowUp", bubbles: true }));
    return;
  }
  const first = document.querySelector<HTMLElement>(rowsStop);
  const all = first ? [first] : [...document.querySelectorAll<HTMLElement>(cards)];
  const focused = present === null ? -1 : all.indexOf(present as HTMLElement);
  // In a queue the walk goes on from the case that is worked on.
  const at = focused < 0 ? all.findIndex((one) => one.matches(".queue-row[aria-current]")) : focused;
  const next = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))];
  if (!next) return;
  focus(next);
  if (next.matches(".queue-row")) next.click();
};

/** Into the field that finds among what the page shows. */
const find = (): void => {
  const page = document.getElementById("page");
  const field = searches.map((one) => page?.querySelector<HTMLInputElement>(one)).find(Boolean);
  field?.focus();
  field?.select();
};

/** Out of a field, to the records that it found; from a record to the page. */
export const leave = (field: HTMLElement): void => {
  field.blur();
  if (field instanceof HTMLInputElement) walk(1);
};

/** Does what a key means; `isLed`: it comes after `g`. */
export const press = (key: string, isLed: boolean, { go, help }: KeyActions): void => {
  if (isLed) {
    const page = pageOfKey(key);
    if (page) go(paths[page]);
  } else if (key === "j") walk(1);
  else if (key === "k") walk(-1);
  else if (key === "/") find();
  else if (key === "?") help();
};

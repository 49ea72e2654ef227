import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { isTyped } from "../../ui/is-typed.ts";

const load = () => import("./press.ts");
/** How long `g` waits for its letter. */
const leadsMs = 1_500;

/** A filter above a list; Escape in one with text first empties it, by the browser itself. */
const isFilter = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement &&
  target.closest("#page .filters, #page .card-filters") !== null &&
  target.getAttribute("aria-expanded") !== "true";
const isRow = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches("tr[data-row]");

/**
 * The keys of the whole console: g and a letter, j, k, /, ? and Escape; never while somebody types, nor behind a
 * dialog. What they do is fetched with the first of them. They are handled before the page's own, so that a page's own
 * keys do not take the letter after `g`.
 */
export function useKeys(help: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let ledUntil = 0;
    const act = (done: (keys: Awaited<ReturnType<typeof load>>) => void) => void load().then(done, () => undefined);
    const leaveField = ({ target }: KeyboardEvent) => {
      if (isRow(target)) target.blur();
      else if (isFilter(target) && (target.type !== "search" || target.value === "")) act(({ leave }) => leave(target));
    };
    const pressed = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (document.querySelector("dialog[open]") || (target instanceof Element && target.closest("[popover]"))) return;
      if (key === "Escape") return leaveField(event);
      if (key.length !== 1 || isTyped(target)) return;
      const isLed = event.timeStamp < ledUntil;
      ledUntil = 0;
      if (!isLed && !"gjk/?".includes(key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (key === "g" && !isLed) {
        ledUntil = event.timeStamp + leadsMs;
        act(() => undefined);
      } else act(({ press }) => press(key, isLed, { go: (to) => void navigate(to), help }));
    };
    window.addEventListener("keydown", pressed, { capture: true });
    return () => window.removeEventListener("keydown", pressed, { capture: true });
  }, [navigate, help]);
}

import { type KeyboardEvent, type RefObject, useEffect } from "react";

/** What the arrow keys walk through: nothing that is folded away, nor what lies over the page. */
const stopsIn = (home: HTMLElement): HTMLElement[] =>
  [...home.querySelectorAll<HTMLElement>("a[href], button:not(:disabled)")].filter(
    (one) => one.closest("[hidden], [popover], dialog") === null,
  );

const steps: Partial<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Makes all links and buttons in `home` one stop of the Tab key, so that the page's content is a few stops away: the one
 * that was focused last, else the link of the present page, else the first. The arrow keys, Home and End walk through
 * them: the result is their `onKeyDown`.
 */
export function useOneStop(home: RefObject<HTMLElement | null>): (event: KeyboardEvent) => void {
  useEffect(() => {
    const element = home.current;
    if (!element) return;
    let last: Element | null = null;
    const settle = () => {
      const stops = stopsIn(element);
      const stop = stops.find((one) => one === last) ?? stops.find((one) => one.matches(".active")) ?? stops[0];
      for (const one of stops) {
        const index = one === stop ? 0 : -1;
        // Written to the link that has the focus, it makes the browser work out the whole page at once.
        if (one.tabIndex !== index) one.tabIndex = index;
      }
    };
    const focused = ({ target }: FocusEvent) => {
      last = target as Element;
      settle();
    };
    settle();
    const watch = new MutationObserver(settle);
    watch.observe(element, { childList: true, subtree: true, attributeFilter: ["hidden", "class", "disabled"] });
    element.addEventListener("focusin", focused);
    return () => {
      watch.disconnect();
      element.removeEventListener("focusin", focused);
    };
  }, [home]);

  return (event) => {
    const stops = home.current ? stopsIn(home.current) : [];
    const at = stops.indexOf(event.target as HTMLElement);
    const step = steps[event.key];
    if (at < 0 || (!step && event.key !== "Home" && event.key !== "End")) return;
    event.preventDefault();
    const next = step ? (at + step + stops.length) % stops.length : event.key === "Home" ? 0 : -1;
    stops.at(next)?.focus();
  };
}

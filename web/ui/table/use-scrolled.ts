import { type RefObject, useEffect, useState } from "react";

/** Further than this from the top is reading, not resting. */
const restingPixels = 8;
/** On a phone the page scrolls, and its head stands above the list. */
const restingPixelsOnPage = 200;

/** Whether the reader has scrolled into the rows: of the table, or of the page on a phone. */
export function useScrolled(scroller: RefObject<HTMLElement | null>, onPage: boolean): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const target = onPage ? window : scroller.current;
    if (!target) return;
    const look = () =>
      setScrolled(onPage ? window.scrollY > restingPixelsOnPage : (scroller.current?.scrollTop ?? 0) > restingPixels);
    look();
    target.addEventListener("scroll", look, { passive: true });
    return () => target.removeEventListener("scroll", look);
  }, [scroller, onPage]);
  return scrolled;
}

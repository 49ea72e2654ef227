import { type RefObject, useEffect, useRef, useState } from "react";

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

/**
 * While the reader has scrolled, rows that are new wait, so that nothing moves under the finger. Rows that were known
 * keep changing, and rows that are gone leave. `about` is what the list is about: a new filter or page knows no new rows.
 */
export function useHeldRows<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  held: boolean,
  about: string,
): { rows: readonly Row[]; waiting: number } {
  const known = useRef<{ about: string; ids: Set<string> | null }>({ about, ids: null });
  if (!held || known.current.about !== about || known.current.ids === null) {
    known.current = { about, ids: new Set(rows.map(rowId)) };
    return { rows, waiting: 0 };
  }
  const { ids } = known.current;
  const shown = rows.filter((row) => ids.has(rowId(row)));
  return { rows: shown, waiting: rows.length - shown.length };
}

import { useEffect, useState } from "react";

interface Rows {
  count: number;
  /** Height of each row in pixels, with the space to the next. */
  height: number;
  /** Where the first one begins in the page. */
  top: number;
  /** How many further ones are drawn above and below. */
  beyond: number;
}

/**
 * From which row to before which one the page's window shows: rows of one height need no measuring, and a page of cards
 * no library for it.
 */
export function useRowsInSight({ count, height, top, beyond }: Rows): [from: number, to: number] {
  const [seen, setSeen] = useState<[from: number, to: number]>([0, Math.ceil(window.innerHeight / height)]);
  useEffect(() => {
    const look = () => {
      const first = Math.floor((window.scrollY - top) / height);
      const last = Math.ceil((window.scrollY - top + window.innerHeight) / height);
      setSeen((before) => (before[0] === first && before[1] === last ? before : [first, last]));
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [height, top]);
  const within = (row: number) => Math.max(0, Math.min(count, row));
  return [within(seen[0] - beyond), within(seen[1] + beyond)];
}

import { useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";

/** Which of many rows of one height are drawn: all up to `drawAllUpTo`, of more only those in sight. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight, drawAllUpTo }: { count: number; rowHeight: number; drawAllUpTo: number },
) {
  const isLong = count > drawAllUpTo;
  const virtual = useVirtualizer({
    count,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  // For a few rows it is not worth finding out which are in sight.
  const items = isLong ? virtual.getVirtualItems() : [];
  const from = isLong ? (items[0]?.index ?? 0) : 0;
  const to = isLong ? (items.at(-1)?.index ?? -1) + 1 : count;
  return { isLong, from, to, scrollToIndex: virtual.scrollToIndex };
}

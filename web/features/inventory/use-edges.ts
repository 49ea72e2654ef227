import { type RefObject, useLayoutEffect } from "react";

/**
 * Says on the frame around a scroller at which side there is more (`data-left`, `data-right`), for its shade. Written
 * past React: it may change at every frame of a scroll. `about` is what the content's width follows from.
 */
export function useEdges(scroller: RefObject<HTMLElement | null>, about: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width of the content is looked at anew.
  useLayoutEffect(() => {
    const { current } = scroller;
    const frame = current?.parentElement;
    if (!current || !frame) return;
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = current;
      frame.toggleAttribute("data-left", scrollLeft > 0);
      frame.toggleAttribute("data-right", scrollLeft + clientWidth < scrollWidth - 1);
    };
    look();
    current.addEventListener("scroll", look, { passive: true });
    const watch = new ResizeObserver(look);
    watch.observe(current);
    return () => {
      current.removeEventListener("scroll", look);
      watch.disconnect();
    };
  }, [scroller, about]);
}

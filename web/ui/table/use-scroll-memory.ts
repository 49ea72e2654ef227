import { type RefObject, useLayoutEffect } from "react";
import { useLocation } from "react-router-dom";

/** How far each visited list was scrolled, by the history's own keys; as long-lived as the history of this tab. */
const places = new Map<string, number>();
const remembered = 200;

/** Back from a record shows the list where it was left. The router remembers the page's scroll; this is the table's. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>, isReady: boolean): void {
  const { key } = useLocation();
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !isReady) return;
    const place = places.get(key);
    if (place !== undefined) element.scrollTop = place;
    const remember = () => {
      places.delete(key);
      places.set(key, element.scrollTop);
      const [oldest] = places.keys();
      if (places.size > remembered && oldest !== undefined) places.delete(oldest);
    };
    element.addEventListener("scroll", remember, { passive: true });
    return () => element.removeEventListener("scroll", remember);
  }, [scroller, key, isReady]);
}

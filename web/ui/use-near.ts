import { type RefObject, useEffect, useRef, useState } from "react";

/** How far outside the window something is made ready, in pixels. */
const margin = 900;

/** Whether an element has ever come near the window: what is heavy to draw waits for it, and stays once it was drawn. */
export function useNear<E extends Element>(initially: boolean): [ref: RefObject<E | null>, isNear: boolean] {
  const ref = useRef<E>(null);
  const [near, setNear] = useState(initially || typeof IntersectionObserver === "undefined");
  useEffect(() => {
    if (near || !ref.current) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: `${margin}px` },
    );
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, [near]);
  return [ref, near];
}

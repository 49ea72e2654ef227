import { useEffect, useSyncExternalStore } from "react";

type Code = typeof import("./SelectList.tsx");
let code: Code | undefined;
let coming: Promise<unknown> | undefined;
const listeners = new Set<() => void>();

/**
 * The code of select lists, 45 kB of PrimeReact. If it cannot be fetched this resolves with the error, and the next
 * touch tries again.
 */
export const fetchSelectList = (): Promise<unknown> => {
  coming ??= import("./SelectList.tsx").then(
    (fetched) => {
      code = fetched;
      for (const listener of [...listeners]) listener();
    },
    (error: unknown) => {
      coming = undefined;
      return error;
    },
  );
  return coming;
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
const touches = ["pointermove", "pointerdown", "keydown"] as const;
const fetchNow = () => void fetchSelectList();

/** What opens a list, from the moment on that somebody has touched the page; before, a closed box is enough. */
export const useSelectList = (): Code["SelectList"] | undefined => {
  const known = useSyncExternalStore(subscribe, () => code);
  useEffect(() => {
    if (known) return;
    for (const touch of touches) document.addEventListener(touch, fetchNow, { passive: true, capture: true });
    return () => {
      for (const touch of touches) document.removeEventListener(touch, fetchNow, { capture: true });
    };
  }, [known]);
  return known?.SelectList;
};

import { type MouseEvent, type PointerEvent, useMemo, useRef, useState } from "react";

/** From one tile to another in the order of the front, both included, whichever comes first. */
export const rangeOf = (ids: readonly string[], from: string, to: string): ReadonlySet<string> => {
  const ends = [ids.indexOf(from), ids.indexOf(to)].sort((a, b) => a - b);
  const [first = -1, last = -1] = ends;
  return new Set(first === -1 ? [to] : ids.slice(first, last + 1));
};

export const toggled = (picked: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(picked);
  if (!next.delete(id)) next.add(id);
  return next;
};

const none: ReadonlySet<string> = new Set();
const idAt = ({ target }: { target: EventTarget }): string | null =>
  (target instanceof Element && target.closest("[data-tile]")?.getAttribute("data-tile")) || null;

interface SelectionOptions {
  /** All containers in the order of the front. */
  ids: readonly string[];
  /** Those that wait for stock: a click selects them and lets go of them again (specification: Stock tiles). */
  stockable: ReadonlySet<string>;
  /** The one whose card is shown. */
  shown: string | null;
  onShow: (id: string | null) => void;
  /** Its card lies over the front: a click that selects does not open it. */
  isSheet: boolean;
}

/**
 * A click on a tile that waits for stock selects it, a click on any other shows its card only. Any tiles are selected by
 * Shift from the last one, by Ctrl one after another, by dragging across them with a mouse, or by taps while several are
 * being selected.
 */
export function useSelection({ ids, stockable, shown, onShow, isSheet }: SelectionOptions) {
  const [picked, setPicked] = useState(none);
  const [isMany, setMany] = useState(false);
  /** Where a range begins. */
  const anchor = useRef<string | null>(null);
  const drag = useRef<{ from: string; moved: boolean } | null>(null);
  const latest = useRef({ ids, stockable, shown, onShow, isSheet, picked, isMany });
  latest.current = { ids, stockable, shown, onShow, isSheet, picked, isMany };

  const { handlers, pickMany } = useMemo(() => {
    /** Several at once: what may be done to them takes the place of a card. */
    const pickMany = (next: ReadonlySet<string>) => {
      const now = latest.current;
      setPicked(next);
      if (now.shown !== null) now.onShow(null);
    };
    const click = (id: string) => {
      const now = latest.current;
      const isShown = now.shown === id;
      if (!now.stockable.has(id)) return now.onShow(isShown ? null : id);
      const isPicked = now.picked.has(id);
      setPicked(toggled(now.picked, id));
      if (isPicked ? isShown : !now.isSheet) now.onShow(isPicked ? null : id);
    };
    const end = () => {
      // The click that follows a drag is none.
      const ended = drag.current;
      const forget = () => {
        if (drag.current === ended) drag.current = null;
      };
      if (ended?.moved) setTimeout(forget);
      else forget();
    };
    const handlers = {
      onClick: (event: MouseEvent) => {
        const id = idAt(event);
        if (id === null || drag.current?.moved) return;
        const now = latest.current;
        const from = anchor.current ?? now.shown;
        if (event.shiftKey && from !== null) return pickMany(rangeOf(now.ids, from, id));
        anchor.current = id;
        if (!event.ctrlKey && !event.metaKey && !now.isMany) return click(id);
        pickMany(toggled(now.picked.size > 0 || now.shown === null ? now.picked : new Set([now.shown]), id));
      },
      onPointerDown: (event: PointerEvent) => {
        const id = idAt(event);
        // A finger that moves scrolls.
        const drags = id !== null && event.pointerType === "mouse" && event.button === 0 && !event.shiftKey;
        drag.current = drags ? { from: id, moved: false } : null;
      },
      onPointerOver: (event: PointerEvent) => {
        const id = idAt(event);
        if (!drag.current || id === null || (id === drag.current.from && !drag.current.moved)) return;
        if (event.buttons === 0) return end();
        drag.current.moved = true;
        anchor.current = drag.current.from;
        pickMany(rangeOf(latest.current.ids, drag.current.from, id));
      },
      onPointerUp: end,
      onPointerCancel: end,
    };
    return { handlers, pickMany };
  }, []);

  return {
    picked,
    isMany,
    setMany,
    pickMany,
    clear: () => pickMany(none),
    handlers,
  };
}
export type Selection = ReturnType<typeof useSelection>;

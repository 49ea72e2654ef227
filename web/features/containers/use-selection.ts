import { type MouseEvent, type PointerEvent, useMemo, useRef, useState } from "react";
import { rangeOf, toggled } from "./selection.ts";

const none: ReadonlySet<string> = new Set();
const idAt = ({ target }: { target: EventTarget }): string | null =>
  (target instanceof Element && target.closest("[data-tile]")?.getAttribute("data-tile")) || null;

interface SelectionOptions {
  /** All containers in the order of the front. */
  ids: readonly string[];
  /** The one whose card is shown. */
  shown: string | null;
  onShow: (id: string | null) => void;
}

/**
 * One tile by a click; several by Shift from the last one, by Ctrl one after another, by dragging across them with a
 * mouse, or by taps while several are being selected.
 */
export function useSelection({ ids, shown, onShow }: SelectionOptions) {
  const [several, setSeveral] = useState(none);
  const [isMany, setMany] = useState(false);
  /** Where a range begins. */
  const anchor = useRef<string | null>(null);
  const drag = useRef<{ from: string; moved: boolean } | null>(null);
  const latest = useRef({ ids, shown, onShow, several, isMany });
  latest.current = { ids, shown, onShow, several, isMany };

  const handlers = useMemo(() => {
    const put = (next: ReadonlySet<string>) => {
      const now = latest.current;
      const [only = null] = next;
      if (now.isMany || next.size > 1) return setSeveral(next);
      setSeveral(none);
      now.onShow(only);
    };
    const present = (): ReadonlySet<string> => {
      const now = latest.current;
      if (now.several.size > 0 || now.isMany) return now.several;
      return now.shown === null ? none : new Set([now.shown]);
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
    return {
      onClick: (event: MouseEvent) => {
        const id = idAt(event);
        if (id === null || drag.current?.moved) return;
        const from = anchor.current ?? latest.current.shown;
        if (event.shiftKey && from !== null) return put(rangeOf(latest.current.ids, from, id));
        anchor.current = id;
        put(event.ctrlKey || event.metaKey || latest.current.isMany ? toggled(present(), id) : new Set([id]));
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
        put(rangeOf(latest.current.ids, drag.current.from, id));
      },
      onPointerUp: end,
      onPointerCancel: end,
    };
  }, []);

  const clear = () => {
    setSeveral(none);
    onShow(null);
  };
  const single = useMemo(() => (shown === null ? none : new Set([shown])), [shown]);
  const isSeveral = isMany || several.size > 0;
  return {
    picked: isSeveral ? several : single,
    isSeveral,
    isMany,
    /** Begins or ends that taps add to what is selected. */
    setMany: (to: boolean) => {
      setMany(to);
      setSeveral(to ? single : none);
      if (to) onShow(null);
    },
    clear,
    handlers,
  };
}
export type Selection = ReturnType<typeof useSelection>;

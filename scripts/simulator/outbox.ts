import type { UpMessage } from "#shared/events/machine-topics.ts";
import type { Line } from "./line.ts";
import { pause } from "./pause.ts";

type Kept = Extract<UpMessage, { topic: "locks" | "result" }>;

/** A gateway that stores nothing for this long is left, and tried again over a new connection. */
const pubackWithinMs = 20_000;

/**
 * Messages that the unit must not lose: each is kept until its PUBACK and sent again, unchanged, over the next
 * connection, although the session is clean. One at a time, in their order.
 */
export const createOutbox = (onStored: (message: Kept) => void) => {
  const kept: Kept[] = [];
  let line: Line | null = null;
  let pumping: Line | null = null;
  const drained = new Set<() => void>();

  const pump = async () => {
    const mine = line;
    if (!mine || pumping === mine) return;
    pumping = mine;
    while (line === mine) {
      const first = kept[0];
      if (!first) break;
      if (!(await stored(mine, first))) return;
      // By identity: a new line may have begun with this message before the old line's PUBACK was seen.
      const place = kept.indexOf(first);
      if (place >= 0) kept.splice(place, 1);
      if (place >= 0) onStored(first);
    }
    if (pumping === mine) pumping = null;
    if (kept.length === 0) for (const notify of drained) notify();
  };

  const stored = async (over: Line, message: Kept): Promise<boolean> => {
    const patience = new AbortController();
    const gaveUp = pause(pubackWithinMs, patience.signal).then((waited) => {
      if (waited) over.drop();
    });
    try {
      await over.publish(message);
      return true;
    } catch {
      return false;
    } finally {
      patience.abort();
      await gaveUp;
    }
  };

  return {
    add: (message: Kept): void => {
      kept.push(message);
      void pump();
    },
    waiting: (): readonly Kept[] => kept,
    /** Begins again with the oldest message that has no PUBACK. */
    attach: (to: Line): void => {
      line = to;
      void pump();
      void to.ended.then(() => {
        if (line === to) line = null;
      });
    },
    /** Resolves once everything has its PUBACK. */
    empty: async (): Promise<void> => {
      if (kept.length === 0) return;
      await new Promise<void>((resolve) => {
        const notify = () => {
          drained.delete(notify);
          resolve();
        };
        drained.add(notify);
      });
    },
  };
};

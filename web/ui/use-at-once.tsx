import { useCallback, useState } from "react";

/** The ends of a save that have the record as it is now; any other end has changed nothing that is known. */
type Ended = { is: string; record?: unknown } | undefined;

/**
 * A switch that saves at once shows what was chosen at once: `show` puts a record into the place of the one on the
 * screen, unless a newer one is there. Where the save failed, the previous one comes back, and `wentBack` counts it for
 * `WentBack` to show; the save reports why. Not for doors and money: those show the stored state.
 */
export function useAtOnce<R>(show: (record: R) => void) {
  const [wentBack, setWentBack] = useState(0);
  const atOnce = useCallback(
    async <E extends Ended>(before: R, after: R, save: () => Promise<E>): Promise<E> => {
      show(after);
      const ended = await save();
      if (ended?.is === "saved") return ended;
      show(before);
      setWentBack((times) => times + 1);
      return ended;
    },
    [show],
  );
  return { atOnce, wentBack };
}

/** Glows over its switch, which must be `position: relative`, each time that it went back. */
export function WentBack({ times }: { times: number }) {
  return times > 0 && <span key={times} className="went-back" aria-hidden="true" />;
}

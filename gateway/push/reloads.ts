const mostMs = 5_000;

/**
 * Combines reload events to all pages: one cause often requests several (each dropped collection; Redis that comes
 * back, is found empty and filled again), and needs one. `reload` is called once nothing was requested for as long as
 * the requests set, and within 5 s of the first.
 */
export const createReloads = (reload: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = 0;
  let latest = 0;
  return {
    order: (waitMs: number): void => {
      const now = performance.now();
      if (timer === undefined) latest = now + mostMs;
      clearTimeout(timer);
      due = Math.min(Math.max(due, now + waitMs), latest);
      timer = setTimeout(() => {
        timer = undefined;
        due = 0;
        reload();
      }, due - now);
    },
    stop: (): void => clearTimeout(timer),
  };
};

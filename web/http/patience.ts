/**
 * The server answers within 5 s or refuses, so half a minute without a sign of it is a line that is dead and does not
 * say so: the button that waits must not turn for ever. What is on its way may take as long as the server lets it.
 */
export const unansweredMs = 30_000;
const onItsWayMs = 120_000;

/** The end of one request's waiting: the caller's own `signal`, or silence. To be ended, however the request ended. */
export const bePatient = (signal?: AbortSignal) => {
  const waiting = new AbortController();
  const giveUp = () => waiting.abort();
  let timer = setTimeout(giveUp, unansweredMs);
  const waitAnew = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, ms);
  };
  if (signal?.aborted) giveUp();
  signal?.addEventListener("abort", giveUp);
  return {
    signal: waiting.signal,
    /** A part of a form has left. */
    sent: () => waitAnew(unansweredMs),
    /** The answer has begun. */
    answered: () => waitAnew(onItsWayMs),
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    },
  };
};

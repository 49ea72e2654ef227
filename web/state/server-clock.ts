/** How far this computer's clock is behind the server's, in milliseconds. */
let behindMs = 0;
/** An answer takes its time: less says nothing. */
const toleratedMs = 2_000;

/**
 * Each quick answer says it: the server's time, and when it was requested (both in milliseconds since 1970). A console
 * may be open when a computer that has just started puts its clock right.
 */
export const noteServerTime = (said: string | null, requestedAt: number): void => {
  const answeredAt = Date.now();
  if (said === null || Math.abs(answeredAt - requestedAt) > toleratedMs) return;
  const behind = Number(said) - (requestedAt + answeredAt) / 2;
  behindMs = Math.abs(behind) > toleratedMs ? behind : 0;
};

/**
 * The server's time, in milliseconds since 1970. A computer whose own clock is off by minutes would call all machines
 * offline, or none.
 */
export const serverNow = (): number => Date.now() + behindMs;

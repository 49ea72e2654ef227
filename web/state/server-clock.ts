/** How far this computer's clock is behind the server's, in milliseconds; null before that is known. */
let behindMs: number | null = null;
/** A `Date` counts whole seconds, and an answer takes its time: less says nothing. */
const toleratedMs = 2_000;

/** The first quick answer of a visit says it: its `Date`, and when it was requested (milliseconds since 1970). */
export const noteServerTime = (date: string | null, requestedAt: number): void => {
  const answeredAt = Date.now();
  const said = Date.parse(date ?? "");
  if (behindMs !== null || Number.isNaN(said) || answeredAt - requestedAt > toleratedMs) return;
  const behind = said + 500 - (requestedAt + answeredAt) / 2;
  behindMs = Math.abs(behind) > toleratedMs ? behind : 0;
};

/**
 * The server's time, in milliseconds since 1970. A computer whose own clock is off by minutes would call all machines
 * offline, or none.
 */
export const serverNow = (): number => Date.now() + (behindMs ?? 0);

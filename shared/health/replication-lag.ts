/** A member as `replSetGetStatus` says it. */
export interface MemberState {
  health: number;
  /** 1 is the primary, 2 a secondary. */
  state: number;
  stateStr: string;
  /** Up to where it has what was written; of one that does not answer it says nothing. */
  optimeDate?: Date;
  lastHeartbeatRecv?: Date;
}

const arbiter = "ARBITER";

/**
 * By how much the slowest member is behind, in milliseconds. A member that does not answer has nothing since it was
 * heard last; one that was never heard gives no figure. The majority's own lag does not show it: with one of three
 * members gone the other two are a majority still.
 */
export const slowestLagMs = (members: readonly MemberState[], now: number): number | undefined => {
  const primary = members.find(({ state }) => state === 1)?.optimeDate?.getTime();
  if (primary === undefined) return undefined;
  const lags = members
    .filter(({ state, stateStr }) => state !== 1 && stateStr !== arbiter)
    .flatMap(({ health, optimeDate, lastHeartbeatRecv }) => {
      if (health === 1) return optimeDate ? [primary - optimeDate.getTime()] : [];
      const heardAt = lastHeartbeatRecv?.getTime() ?? 0;
      return heardAt > 0 ? [now - heardAt] : [];
    });
  return Math.max(0, ...lags);
};

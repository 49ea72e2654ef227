/** Somebody works at the machine: until then its alarms are not announced and it sells nothing. */
interface UnderWork {
  until: Date;
}

/** Work ends by itself; `now` in milliseconds since 1970. */
export const isUnderWork = (work: UnderWork | null | undefined, now: number): boolean =>
  work !== null && work !== undefined && work.until.getTime() > now;

export const underWorkText = "This vending machine is under work and sells nothing meanwhile";
/** It may be announced for this long at most. */
export const longestWorkMs = 30 * 86_400_000;

/**
 * What a `failed` of each code says of the lock. `broken`: the door does not open, so its container leaves the sale.
 * `did nothing`: the unit refused before any pulse, so nothing is known of the door.
 */
export const failedCodes = {
  DOOR_JAMMED: "broken",
  NO_SUCH_LOCK: "broken",
  NO_TIME: "did nothing",
  WRONG_MAC: "did nothing",
  UNKNOWN_TYPE: "did nothing",
} as const;

/** A code of the firmware's own, or none, is `unclear`: it is shown, and a person decides what it says of the door. */
const meaningOf = (code: string | null): (typeof failedCodes)[keyof typeof failedCodes] | "unclear" =>
  code !== null && Object.hasOwn(failedCodes, code) ? failedCodes[code as keyof typeof failedCodes] : "unclear";

export const saysBroken = ({ code }: { code: string | null }): boolean => meaningOf(code) === "broken";
export const didNothing = ({ code }: { code: string | null }): boolean => meaningOf(code) === "did nothing";

import { DomainError } from "#shared/http/domain-error.ts";

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** 90 seconds, 12 minutes, 23 hours: rounded up, so that a try is allowed after that wait. */
const inWords = (seconds: number): string => {
  if (seconds < 120) return counted(seconds, "second");
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? counted(minutes, "minute") : counted(Math.ceil(minutes / 60), "hour");
};

/** 429 with how long to wait, in words and as `retryAfterSeconds`. */
export const tooMany = (what: string, waitMs: number, otherwise = ""): DomainError => {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new DomainError("too-many", `${what}. Try again in ${inWords(retryAfterSeconds)}${otherwise}`, {
    retryAfterSeconds,
  });
};

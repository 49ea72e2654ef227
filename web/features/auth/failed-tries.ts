import type { FailedTries } from "#shared/auth/auth.schema.ts";
import { fullTime } from "../../ui/times.ts";

/** What others tried since the sign-in before, in one sentence. */
export const failedTriesText = ({ count, since }: FailedTries): string => {
  const tries = count === 1 ? "1 wrong try" : `${count} wrong tries`;
  return `${tries} to sign in as you since ${fullTime(Date.parse(since))}. If that was not you, tell an admin.`;
};

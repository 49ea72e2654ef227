import { MongoServerError, type ResumeToken } from "mongodb";
import type { ClusterTime } from "../http/fields.ts";

/**
 * A stream cannot go on where it was: its history is gone (286), the server ended it (280), its resume token is none
 * (260, 50811), or its next event is larger than MongoDB can say (10334).
 */
const lostForGood = new Set<unknown>([286, 280, 260, 50811, 10334]);
export const isHistoryLost = (error: unknown): boolean =>
  error instanceof MongoServerError && lostForGood.has(error.code);

/** A resume token begins with its moment: the mark of a timestamp, seconds and count, in hexadecimal digits. */
const beginsWithMoment = /^82([0-9a-f]{16})/i;

/** The moment of a resume token: whatever changed before it has been delivered. Null where the token does not say it. */
export const momentOfToken = (token: ResumeToken): ClusterTime | null => {
  const [, moment] = beginsWithMoment.exec(String((token as { _data?: unknown } | undefined)?._data)) ?? [];
  return moment?.toLowerCase() ?? null;
};

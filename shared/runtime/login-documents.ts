import type { ObjectId } from "mongodb";

/** Written by the gateway: one sign-in. The token names it, and it is read with each request. */
export interface LoginDocument {
  _id: ObjectId;
  user: ObjectId;
  createdAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  /** At most a minute late. Missing in logins of before: they count as used when they are read. */
  lastUsedAt?: Date;
  /** The browser that it was opened with, as it is remembered; null where none is. Missing in logins of before. */
  device?: ObjectId | null;
  /** That browser or program in words, and its address. Missing in logins of before. */
  deviceName?: string;
  from?: string;
  /** What others tried since the sign-in before; null is nothing. Missing in logins of before. */
  failedTries?: { count: number; since: Date } | null;
}

/**
 * Written by the gateway: a browser with which this operator has signed in before. Its cookie is worth a count of
 * wrong tries of its own, for this operator alone; it signs nobody in.
 */
export interface DeviceDocument {
  _id: ObjectId;
  user: ObjectId;
  /** SHA-256 of the cookie's 256 random bits. A browser that several operators use has one record for each. */
  tokenHash: string;
  createdAt: Date;
  expiresAt: Date;
}

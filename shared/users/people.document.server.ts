import { ObjectId } from "mongodb";
import { blind, collection } from "../runtime/collection.ts";
import type { Role } from "./user.schema.ts";

/** Written by the gateway: operators and customers. */
export interface UserDocument {
  _id: ObjectId;
  phone: string;
  name: string;
  email: string;
  role: Role;
  suspend: boolean;
  needDeposit: boolean;
  needSecurityDeposit: boolean;
  /** scrypt, as `salt:hash` in base64url; null where the operator signs in by code only. */
  password: string | null;
  /** How many of their penalties are neither paid nor canceled. Missing in users who never had one. */
  penaltiesOwed?: number;
  /** Written anew by transactions that rely on this record and do not change it: two at once conflict. */
  held?: ObjectId;
  /** An admin changes how they sign in, or whether they may: their calls are refused until then, or until it is done. */
  stoppedUntil?: Date;
  /** The account was deleted: nothing of the person is left. Missing in all others. */
  deletedAt?: Date;
  createdAt: Date;
  rev: number;
}

/** A user of whom no more is known than this; the audit lists the fields in this order. */
export const newUser = ({
  phone,
  role,
  createdAt,
  ...known
}: Pick<UserDocument, "phone" | "role" | "createdAt"> & Partial<UserDocument>): UserDocument => ({
  _id: new ObjectId(),
  phone,
  name: "",
  email: "",
  role,
  suspend: false,
  needDeposit: false,
  needSecurityDeposit: false,
  password: null,
  createdAt,
  rev: 0,
  ...known,
});

/** Written by the gateway: what operators write down about a user; its `_id` is the user's. */
export interface NoteDocument {
  _id: ObjectId;
  note: string;
  author: { _id: ObjectId; name: string } | null;
  updatedAt: Date | null;
  /** Written anew by the deletion of the account: an edit at the same moment conflicts. */
  held?: ObjectId;
  rev: number;
}

/** Written by the gateway: one sign-in. The token names it, and it is read with each request. */
export interface LoginDocument {
  _id: ObjectId;
  user: ObjectId;
  createdAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  /** At most a minute late. Missing in older logins: they count as used when they are read. */
  lastUsedAt?: Date;
  /** The browser that it was opened with, as it is remembered; null where none is. Missing in older logins. */
  device?: ObjectId | null;
  /** That browser or program in words, and its address. Missing in older logins. */
  deviceName?: string;
  from?: string;
  /** Until then it may do what a stolen token alone must not. Missing where nothing was proved since the sign-in. */
  provedUntil?: Date;
  /** Written by a call that decides who may sign in, so that it conflicts with the end of this sign-in. */
  heldToGrant?: ObjectId;
  /** What others tried since the sign-in before; null is nothing. Missing in older logins. */
  failedTries?: { count: number; since: Date } | null;
  /** The ids of codes that were used for a fresh proof; none can be used again. Missing in older logins. */
  codes?: string[];
}

/**
 * Written by the gateway: a browser with which this operator has signed in before. Their token in its cookie is worth
 * a count of wrong tries of its own, for this operator alone; it signs nobody in.
 */
export interface DeviceDocument {
  _id: ObjectId;
  user: ObjectId;
  /** SHA-256 of the token's 256 random bits. A browser that several operators use has a record and a token for each. */
  tokenHash: string;
  createdAt: Date;
  expiresAt: Date;
}

/** An ended sign-in says when its operator was here last (`GET /network-events/while-away`). */
const loginKeptSeconds = 30 * 86_400;

export const phoneTakenText = "A user with this phone exists already";
export const emailTakenText = "A user with this email exists already";

export const people = {
  users: collection<UserDocument>({
    indexes: [
      { name: "phone", key: { phone: 1 }, unique: true, taken: () => phoneTakenText },
      {
        name: "email",
        key: { email: 1 },
        unique: true,
        partialFilterExpression: { email: { $gt: "" } },
        taken: () => emailTakenText,
      },
      { name: "role", key: { role: 1, suspend: 1 } },
      { name: "added", key: { createdAt: 1, _id: 1 } },
      { name: "addedAs", key: { role: 1, createdAt: 1, _id: 1 } },
      { name: "phoneAdded", key: { phone: 1, createdAt: 1, _id: 1 } },
      { name: "emailAdded", key: { email: 1, createdAt: 1, _id: 1 } },
      { name: "phoneBlind", key: { phone: 1 }, collation: blind },
      { name: "emailBlind", key: { email: 1 }, collation: blind },
      { name: "nameBlind", key: { name: 1 }, collation: blind },
    ],
  }),
  notes: collection<NoteDocument>({
    indexes: [
      { name: "author", key: { "author._id": 1 }, partialFilterExpression: { "author._id": { $type: "objectId" } } },
    ],
  }),
  logins: collection<LoginDocument>({
    indexes: [
      { name: "user", key: { user: 1 } },
      { name: "expired", key: { expiresAt: 1 }, expireAfterSeconds: loginKeptSeconds },
    ],
  }),
  devices: collection<DeviceDocument>({
    indexes: [
      { name: "token", key: { tokenHash: 1, user: 1 }, unique: true },
      { name: "user", key: { user: 1 } },
      { name: "expired", key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ],
  }),
};

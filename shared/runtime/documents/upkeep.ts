import type { ObjectId } from "mongodb";
import { collection } from "../collection.ts";

/** Who changed what: written in the transaction of the change itself. */
export interface AuditDocument {
  _id: ObjectId;
  at: Date;
  actor: { kind: "operator" | "system"; id: ObjectId | null };
  /** Where the request came from. */
  from: string;
  verb: string;
  record: { collection: string; id: string };
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Written by the gateway: what a call with an Idempotency-Key has done, in the transaction of its effect. */
export interface IdempotencyKeyDocument {
  /** `actor:key`. */
  _id: string;
  /** SHA-256 of the call and what it was given. */
  fingerprint: string;
  /** The reply without its envelope, as JSON. */
  reply: string;
  createdAt: Date;
}

/** Written by the seed: how far a demo network has been laid out. */
export interface SeedDocument {
  _id: string;
  state: "started" | "done";
}

/** A call is repeated within seconds; a day covers a client that was switched off over night. */
const idempotencyKeptSeconds = 86_400;

export const upkeep = {
  audit: collection<AuditDocument>({
    indexes: [
      { name: "at", key: { at: -1 } },
      { name: "record", key: { "record.collection": 1, "record.id": 1, at: -1 } },
    ],
  }),
  idempotencyKeys: collection<IdempotencyKeyDocument>({
    indexes: [{ name: "old", key: { createdAt: 1 }, expireAfterSeconds: idempotencyKeptSeconds }],
  }),
  seeds: collection<SeedDocument>(),
};

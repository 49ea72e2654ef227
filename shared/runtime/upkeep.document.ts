import type { ObjectId } from "mongodb";
import { collection } from "./collection.ts";

/** `intake` is an API key, `provider` the payment provider, `job` a worker by itself. */
export type ActorKind = "operator" | "system" | "intake" | "provider" | "job";

/** Who changed what: written in the transaction of the change itself. */
export interface AuditDocument {
  _id: ObjectId;
  at: Date;
  actor: { kind: ActorKind; id: ObjectId | null };
  /** Where the request came from. Missing in lines of calls whose connection was reset before a gateway took it. */
  from?: string;
  verb: string;
  record: { collection: string; id: string };
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Why, in the operator's words, where one was given. */
  reason?: string;
}

/** Written by the gateway: what a call with an Idempotency-Key has done, in the transaction of its effect. */
interface IdempotencyKeyDocument {
  /** `actor:key`. */
  _id: string;
  /** SHA-256 of the call and what it was given. */
  fingerprint: string;
  /** The reply without its envelope, as JSON. */
  reply: string;
  /** Whom the reply names: it is deleted with their account. Missing where it names nobody. */
  person?: ObjectId;
  createdAt: Date;
}

/** Written by the seed: how far a demo network, and its history, have been laid out. */
interface SeedDocument {
  _id: string;
  state: "started" | "done";
  /** For the history: when it was begun, so that a later process completes the same one. */
  begunAt?: Date;
}

/** Written by the migrations, read by each service that starts: one document, the state of this database. */
export interface MigrationsDocument {
  _id: "database";
  /** The number of the last migration that was done. Missing until a migration has looked at the database. */
  version?: number;
  /** The indexes that Cansole made, by collection. What others made is none of its business. */
  indexes?: Record<string, string[]>;
  /** Those of them that are no longer declared, `collection.index`, and when that was first seen. */
  unused?: Record<string, Date>;
  /** What was done here, in its order. */
  done?: { number: number; title: string; at: Date; tookSeconds: number }[];
  /** Who migrates right now, by MongoDB's clock; a holder that died lets it run out (`lease.ts`). */
  lease?: { holder: string | null; until: Date | null } | null;
}

export const upkeep = {
  audit: collection<AuditDocument>({
    indexes: [
      { name: "time", key: { at: 1, _id: 1 } },
      { name: "recordTime", key: { "record.id": 1, at: 1, _id: 1 } },
      { name: "actorTime", key: { "actor.id": 1, at: 1, _id: 1 } },
      { name: "kindTime", key: { "record.collection": 1, at: 1, _id: 1 } },
      { name: "record", key: { "record.collection": 1, "record.id": 1, at: -1 } },
    ],
  }),
  idempotencyKeys: collection<IdempotencyKeyDocument>({
    indexes: [
      { name: "old", key: { createdAt: 1 }, kept: "idempotencyKeys" },
      { name: "person", key: { person: 1 }, partialFilterExpression: { person: { $type: "objectId" } } },
    ],
  }),
  seeds: collection<SeedDocument>(),
  migrations: collection<MigrationsDocument>(),
};

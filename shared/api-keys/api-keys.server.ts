import { createHash, randomBytes } from "node:crypto";
import { ObjectId } from "mongodb";
import type { Actor } from "../audit/audit.server.ts";
import type { ApiKeyDocument } from "./api-key.document.server.ts";
import { apiKeyDays, IntakeScope } from "./api-key.schema.ts";

const keyBytes = 32;
/** Scanners for leaked secrets find it by its beginning. */
const shape = /^cansole_[\w-]{43}$/;

/**
 * The hash that is stored in place of a key and looked up; a key is too random to be guessed from it. Null for a text
 * that is no key.
 */
export const hashOfApiKey = (key: string): string | null =>
  shape.test(key) ? createHash("sha256").update(key).digest("base64url") : null;

interface NewKey {
  name: string;
  /** The app of the key that this one replaces. */
  app?: ObjectId | undefined;
  /** Null is a key without an end. */
  days?: number | null;
  scopes?: IntakeScope[];
}

/** A new key, for a year and every call unless said otherwise, and its record that stands in the database in its place. */
export const newApiKey = (
  { name, app, days = apiKeyDays, scopes = [...IntakeScope.options] }: NewKey,
  by: Pick<Actor, "kind" | "id">,
  now: number,
) => {
  const key = `cansole_${randomBytes(keyBytes).toString("base64url")}`;
  const record: ApiKeyDocument = {
    _id: new ObjectId(),
    name,
    ...(app ? { app } : {}),
    secretHash: hashOfApiKey(key) ?? "",
    createdAt: new Date(now),
    createdBy: { kind: by.kind, id: by.id },
    lastUsedAt: null,
    expiresAt: days === null ? null : new Date(now + days * 86_400_000),
    scopes,
    endedAt: null,
    rev: 0,
  };
  return { key, record };
};

import { createHash, randomBytes } from "node:crypto";
import { ObjectId } from "mongodb";
import type { Actor } from "./audit.ts";
import type { ApiKeyDocument } from "./documents/api-keys.ts";

const keyBytes = 32;
/** Scanners for leaked secrets find it by its beginning. */
const shape = /^cansole_[\w-]{43}$/;

/** What is stored in its place, and looked up; it is too random to be searched. Null for what is no key at all. */
export const hashOfApiKey = (key: string): string | null =>
  shape.test(key) ? createHash("sha256").update(key).digest("base64url") : null;

/** A new key, and its record that stands in the database in its place. */
export const newApiKey = (name: string, by: Pick<Actor, "kind" | "id">, now: number) => {
  const key = `cansole_${randomBytes(keyBytes).toString("base64url")}`;
  const record: ApiKeyDocument = {
    _id: new ObjectId(),
    name,
    secretHash: hashOfApiKey(key) ?? "",
    createdAt: new Date(now),
    createdBy: { kind: by.kind, id: by.id },
    lastUsedAt: null,
    endedAt: null,
    rev: 0,
  };
  return { key, record };
};

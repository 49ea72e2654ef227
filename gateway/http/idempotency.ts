import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import type { AnyEndpoint } from "#shared/http/endpoint.ts";

/** What makes two requests the same one. `key` is null where the caller sent none. */
export interface Idempotency {
  key: string | null;
  /** SHA-256 of the call and its input: the same key must not be used for two different calls. */
  fingerprint: string;
}

const Key = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,200}$/, "must be 1 to 200 characters without blanks")
  .meta({ description: "Repeated with the same key, the call is done once; kept 24 hours." });

/** The header of a call that takes a key; the other headers stay as they are. */
export const idempotencyHeaders = (wanted: true | "required") =>
  z.looseObject({ "idempotency-key": wanted === "required" ? Key : Key.optional() });

export const idempotencyOf = (endpoint: AnyEndpoint, { headers, params, query, body }: FastifyRequest): Idempotency => {
  const key = headers["idempotency-key"];
  if (!endpoint.idempotent || typeof key !== "string") return { key: null, fingerprint: "" };
  // A body that the call does not take was read by no schema: it may be nested deeper than can be written again.
  const given = JSON.stringify([endpoint.method, endpoint.path, params, query, endpoint.body && body]);
  return { key, fingerprint: createHash("sha256").update(given).digest("base64url") };
};

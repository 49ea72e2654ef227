import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

const weakOf = (tag: string): string => tag.trim().replace(/^W\//, "");

/**
 * Sends an answer under a tag of its content, or 304 where the caller has it already. The tag is weak, because the same
 * answer travels packed or not. Caches of the caller may keep the answer, and ask each time whether it still holds.
 */
export const sendTagged = (request: FastifyRequest, reply: FastifyReply, answer: object) => {
  const body = String(reply.serialize(answer));
  const tag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  void reply.headers({ etag: tag, "cache-control": "private, no-cache" });
  const known = request.headers["if-none-match"]?.split(",").map(weakOf) ?? [];
  if (known.includes("*") || known.includes(weakOf(tag))) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(body);
};

import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { DomainError } from "#shared/http/domain-error.ts";
import type { Config } from "#shared/runtime/config.ts";
import { isLoopback } from "#shared/runtime/config-production.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** A proxy on this machine leaves one of these behind: without TRUST_PROXY it would make everybody look like this machine. */
const forwarded = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];

/** Both ends: who reaches this port past the proxies may claim any address, but connects from his own. */
const isFromHere = (request: FastifyRequest, trustsProxies: boolean): boolean =>
  isLoopback(request.ip) &&
  isLoopback(request.socket.remoteAddress ?? "") &&
  (trustsProxies || !forwarded.some((name) => name in request.headers));

/**
 * For what tells outsiders how the house is built: whoever sends METRICS_TOKEN as bearer token may read it, and this
 * machine. Behind trusted proxies "this machine" is the real client, not the proxy. Throws `forbidden`.
 */
export const insidersOnly =
  ({ METRICS_TOKEN, TRUST_PROXY }: Pick<Config, "METRICS_TOKEN" | "TRUST_PROXY">) =>
  async (request: FastifyRequest): Promise<void> => {
    const [, token] = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? "") ?? [];
    if (METRICS_TOKEN && token && timingSafeEqual(digest(token), digest(METRICS_TOKEN))) return;
    if (isFromHere(request, TRUST_PROXY !== false)) return;
    throw new DomainError("forbidden", "Only this machine, or METRICS_TOKEN as bearer token, may read this");
  };

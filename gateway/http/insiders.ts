import type { FastifyRequest } from "fastify";
import { DomainError } from "#shared/http/domain-error.ts";
import type { Config } from "#shared/runtime/config.ts";
import { isLoopback } from "#shared/runtime/config-network.ts";
import { bears, cameThroughProxy, insidersAlone } from "#shared/runtime/insiders.ts";

/** Both ends: a client that reaches this port past the proxies may claim any address, but connects from its own. */
const isFromHere = (request: FastifyRequest, trustsProxies: boolean): boolean =>
  isLoopback(request.ip) &&
  isLoopback(request.socket.remoteAddress ?? "") &&
  (trustsProxies || !cameThroughProxy(request.headers));

/**
 * For answers that would reveal the system to outsiders: callers with METRICS_TOKEN as bearer token may read them, and
 * this machine. Behind trusted proxies "this machine" is the real client, not the proxy. Throws `forbidden`.
 */
export const insidersOnly =
  ({ METRICS_TOKEN, TRUST_PROXY }: Pick<Config, "METRICS_TOKEN" | "TRUST_PROXY">) =>
  async (request: FastifyRequest): Promise<void> => {
    if (bears(request.headers.authorization, METRICS_TOKEN)) return;
    if (isFromHere(request, TRUST_PROXY !== false)) return;
    throw new DomainError("forbidden", insidersAlone);
  };

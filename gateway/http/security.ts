import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { serverTimeHeader, timeZoneHeader } from "#shared/http/envelope.ts";
import type { GatewayParts } from "../parts.ts";

/** Browsers ignore them over plain http, and complain. */
const overHttps = {
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "cross-origin-opener-policy": "same-origin",
  "origin-agent-cluster": "?1",
};

/** The route decides: an address may be spelled in ways that its text does not show. */
const isOfApi = ({ routeOptions, url }: FastifyRequest): boolean =>
  (routeOptions.url ?? url.toLowerCase()).startsWith("/api/");

/**
 * The headers of every answer. Scripts and styles come from here only and never stand inside a page, because the token
 * is kept in local storage.
 */
export const installSecurity = async (
  app: FastifyInstance,
  { clock, config }: Pick<GatewayParts, "clock" | "config">,
): Promise<void> => {
  await app.register(helmet, {
    // These are for pages that came over https alone, where a proxy in front of the gateway says so.
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  });
  app.addHook("onRequest", async (request, reply) => {
    // An API answer is one operator's and current: neither a proxy nor the disk of a shared computer may cache it.
    if (isOfApi(request)) void reply.header("cache-control", "no-store");
    if (request.protocol === "https") void reply.headers(overHttps);
  });
  app.addHook("onSend", async (request, reply) => {
    if (isOfApi(request)) void reply.headers({ [serverTimeHeader]: clock.now(), [timeZoneHeader]: config.TIME_ZONE });
  });
};

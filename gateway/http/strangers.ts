import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { addressName } from "#shared/http/address-name.ts";
import type { Config } from "#shared/runtime/config.ts";
import { proxyFinder } from "./connections.ts";
import type { Strangers } from "./stranger-counts.ts";

/** Below it an answer is no refusal. */
const refused = 400;

/**
 * Counts refusals of clients with neither sign-in nor API key, and bytes that are not HTTP. Refusals of signed-in
 * clients are answers, not noise.
 */
export const countStrangers = (app: FastifyInstance, strangers: Strangers): void => {
  app.addHook("onResponse", async (request, reply) => {
    if (reply.statusCode < refused || request.signedIn || request.keyHolder) return;
    strangers.note(addressName(request.ip), `http-${reply.statusCode}`);
  });
  // Before Fastify's own, which destroys the socket.
  app.server.prependListener("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    // The client has left in the middle of something, or a second error of one that was refused.
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const isLate = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
    strangers.note(addressName(socket.remoteAddress ?? ""), isLate ? "http-late" : "http-broken");
  });
};

/**
 * The client of a WebSocket request, which Fastify does not see: behind trusted proxies the client that the last of
 * them names.
 */
export const clientFinder = (proxies: Config["TRUST_PROXY"]): ((request: IncomingMessage) => string) => {
  const isProxy = proxyFinder(proxies);
  return ({ headers, socket }) => {
    const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
    const hops = [...forwarded.map((text) => text.trim()).filter(Boolean), socket.remoteAddress ?? ""].reverse();
    const at = hops.findIndex((address, hop) => !isProxy(address, hop));
    return addressName(hops[at < 0 ? hops.length - 1 : at] ?? "");
  };
};

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { addressName } from "#shared/http/address-name.ts";
import { createAddressRanges } from "#shared/http/address-ranges.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { Config } from "#shared/runtime/config.ts";
import { cameThroughProxy } from "#shared/runtime/insiders.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { Limits } from "../limits.ts";
import { readInTurns } from "./read-in-turns.ts";
import type { Strangers } from "./stranger-counts.ts";

type Proxies = Config["TRUST_PROXY"];
type Times = Limits["connections"];

/** Fastify's form of TRUST_PROXY. */
export const trustIn = (proxies: Proxies): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof proxies === "number" ? (_address, hop) => hop < proxies : proxies;

/** How long the server waits for what a client owes it. Node ends what is overdue with 408. */
export const serverTimes = ({ headMs, requestMs, checkEveryMs, stillMs, betweenMs }: Times) => ({
  connectionTimeout: stillMs,
  requestTimeout: requestMs,
  keepAliveTimeout: betweenMs,
  http: {
    headersTimeout: headMs,
    connectionsCheckingInterval: checkEveryMs,
    // Node would refuse by itself what names no host, past all that counts requests; `refuseTwoHosts` does.
    requireHostHeader: false,
  },
});

/** Whether an address, this many hops before this gateway, is a trusted proxy's. */
export const proxyFinder = (proxies: Proxies): ((address: string, hop: number) => boolean) =>
  typeof proxies === "number" ? (_address, hop) => hop < proxies : createAddressRanges(proxies || []);

/**
 * Says once where requests come through a proxy that TRUST_PROXY does not name: nothing fails, but any stranger spends the
 * sign-in calls of everybody.
 */
export const noticeProxies = (
  app: FastifyInstance,
  { TRUST_PROXY }: Pick<Config, "TRUST_PROXY">,
  log: Pick<Logger, "warn">,
): void => {
  if (TRUST_PROXY !== false) return;
  let isSaid = false;
  app.addHook("onRequest", async ({ headers }) => {
    if (isSaid || !cameThroughProxy(headers)) return;
    isSaid = true;
    log.warn(
      "a request came through a proxy, but TRUST_PROXY is not set: set it if a proxy is in front, else all clients share one address in the limits and in the audit",
    );
  });
};

/** Node takes the first of two; a proxy in front may have gone by the other (RFC 9112, 3.2). */
export const namesTwoHosts = ({ headersDistinct }: IncomingMessage): boolean => (headersDistinct.host ?? []).length > 1;

export const refuseTwoHosts = (app: FastifyInstance): void => {
  app.addHook("onRequest", async ({ raw }) => {
    const isNameless = raw.httpVersion === "1.1" && raw.headers.host === undefined;
    if (isNameless || namesTwoHosts(raw)) throw new DomainError("invalid", "Host: must be sent once");
  });
};

/**
 * When a connection breaks off, Node closes the response that it was sending and forgets the responses to requests that
 * were sent ahead. Each of those would keep what is read for it (a file, a list in the turn of its operator) for as
 * long as the process lives. This closes them as Node closes the first.
 */
const closeUnanswered = (server: Server): void => {
  const unanswered = new WeakMap<Socket, Set<ServerResponse>>();
  server.on("connection", (socket: Socket) => {
    const responses = new Set<ServerResponse>();
    unanswered.set(socket, responses);
    socket.once("close", () => {
      for (const response of responses) {
        if (response.socket || response.closed) continue;
        Object.assign(response, { destroyed: true, _closed: true });
        response.emit("close");
      }
    });
  });
  server.on("request", ({ socket }, response) => {
    const responses = unanswered.get(socket);
    // A listener of each would be the eleventh, at which Node warns.
    for (const former of responses ?? []) if (former.closed) responses?.delete(former);
    responses?.add(response);
  });
};

/**
 * Closes connections beyond CONNECTIONS_PER_ADDRESS of one address (an IPv6 network of /64 counts as one), and those
 * whose reader takes an answer too slowly. WebSockets count, and are read as slowly as they like: the socket layer ends
 * them by what waits for them.
 */
export const guardConnections = (
  server: Server,
  { TRUST_PROXY, CONNECTIONS_PER_ADDRESS }: Pick<Config, "TRUST_PROXY" | "CONNECTIONS_PER_ADDRESS">,
  { answerMs }: Times,
  strangers: Strangers,
): void => {
  // Node would refuse by itself what expects anything but 100-continue, past all that counts requests: any number of
  // refusals would wait behind one answer. Nobody need know an expectation (RFC 9110, 10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  closeUnanswered(server);
  readInTurns(server, (socket) => strangers.note(addressName(socket.remoteAddress ?? ""), "http-ahead"));
  const isProxy = proxyFinder(TRUST_PROXY);
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress;
    // Reset before it was taken: what was sent on it would still be done, and its line in the audit lack an address.
    if (address === undefined) {
      socket.destroy();
      return;
    }
    if (isProxy(address, 0)) return;
    const from = addressName(address);
    const count = (open.get(from) ?? 0) + 1;
    if (count > CONNECTIONS_PER_ADDRESS) {
      strangers.note(from, "http-connections");
      socket.destroy();
      return;
    }
    open.set(from, count);
    socket.once("close", () => {
      const left = (open.get(from) ?? 1) - 1;
      if (left > 0) open.set(from, left);
      else open.delete(from);
    });
  });
  server.on("request", (request, response) => {
    const timer = setTimeout(() => request.socket.destroy(), answerMs);
    timer.unref();
    response.once("close", () => clearTimeout(timer));
  });
};

/**
 * A gateway that stops ends each connection with the answer that is under way on it. Fastify leaves it open: what its client
 * sends next would be refused, and the gateway wait until it sends no more.
 */
export const endConnectionsAtStop = (app: FastifyInstance): void => {
  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isStopping) void reply.header("connection", "close");
  });
};

import type { Server } from "node:http";
import { BlockList, isIPv6, type Socket } from "node:net";
import type { Config } from "#shared/runtime/config.ts";
import type { Limits } from "../limits.ts";

type Proxies = Config["TRUST_PROXY"];
type Times = Limits["connections"];

/** What Fastify is told of TRUST_PROXY. */
export const trustIn = (proxies: Proxies): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof proxies === "number" ? (_address, hop) => hop < proxies : proxies;

/** How long the server waits for what a client owes it. Node ends what is overdue with 408. */
export const serverTimes = ({ headMs, requestMs, checkEveryMs, stillMs, betweenMs }: Times) => ({
  connectionTimeout: stillMs,
  requestTimeout: requestMs,
  keepAliveTimeout: betweenMs,
  http: { headersTimeout: headMs, connectionsCheckingInterval: checkEveryMs },
});

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, "");

/** Whether a connection comes from a trusted proxy. With a number of proxies in front, every one does. */
const proxyFinder = (proxies: Proxies): ((address: string) => boolean) => {
  if (typeof proxies === "number") return () => true;
  const known = new BlockList();
  for (const text of proxies || []) {
    const [address = "", bits] = text.split("/");
    const version = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) known.addAddress(address, version);
    else known.addSubnet(address, Number(bits), version);
  }
  return (address) => known.check(address, isIPv6(address) ? "ipv6" : "ipv4");
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
): void => {
  const isProxy = proxyFinder(TRUST_PROXY);
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? "");
    if (isProxy(address)) return;
    const from = isIPv6(address) ? network64(address) : address;
    const count = (open.get(from) ?? 0) + 1;
    if (count > CONNECTIONS_PER_ADDRESS) {
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

/** The first four groups of an IPv6 address: one household or office has at least so many addresses. */
const network64 = (address: string): string => {
  const [before = "", after] = address.split("::");
  const head = before.split(":");
  const tail = after?.split(":") ?? [];
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array<string>(Math.max(0, zeros)).fill("0"), ...tail].slice(0, 4).join(":");
};

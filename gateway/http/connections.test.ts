import dns from "node:dns";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import supertest from "supertest";
import { expect, onTestFinished, test, vi } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { defaultLimits } from "../limits.ts";
import { type GatewayUnderTest, gatewayOfTest } from "../testing/gateway-under-test.ts";
import { guardConnections, noticeProxies } from "./connections.ts";

const quick = { headMs: 300, requestMs: 600, checkEveryMs: 50, stillMs: 800, betweenMs: 400, answerMs: 700 };
const start = (env: Record<string, string> = {}, connections: Partial<typeof quick> = {}) =>
  gatewayOfTest({ env, limits: { connections: { ...quick, ...connections } } });

/** Once they are connected they are accepted in this order, before whatever connects later. */
const connected = (clients: { socket: Socket }[]) =>
  Promise.all(clients.map(({ socket }) => (socket.connecting ? once(socket, "connect") : null)));

/** A client of bare bytes. `gone` resolves with all it was answered when the gateway ends it. */
const open = ({ url }: Pick<GatewayUnderTest, "url">, bytes: string, reads = true) => {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let answer = "";
  if (reads) socket.on("data", (part) => (answer += part.toString()));
  const gone = new Promise<string>((resolve) => {
    socket.once("close", () => resolve(answer));
    socket.on("error", () => undefined);
  });
  socket.write(bytes);
  return { socket, gone };
};
const post =
  "POST /api/v1.2/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{";
type Lookup = (name: string, options: dns.LookupAllOptions, done: (...found: unknown[]) => void) => void;
const stillOpen = { open: true } as const;
/** The limits come to less than 30 s; a busy machine may be later than they are. */
const inTime = <T>(gone: Promise<T>) => Promise.race([gone, sleep(60_000, stillOpen)]);

test("fifty posts that are sent by half are gone in time, and somebody else is answered meanwhile", async () => {
  const gateway = await start();
  const halves = Array.from({ length: 50 }, () => open(gateway, post));
  await eventually(async () => expect((await supertest(gateway.url).get("/healthz")).status).toBe(200));

  const answers = await inTime(Promise.all(halves.map(({ gone }) => gone)));

  expect(answers).not.toBe(stillOpen);
  expect(answers).toEqual(Array(50).fill(expect.stringMatching(/^(HTTP\/1\.1 408|$)/)));
  const { requestMs, checkEveryMs, headMs, stillMs } = defaultLimits.connections;
  expect(Math.max(requestMs, headMs, stillMs) + checkEveryMs).toBeLessThan(30_000);
});

test.each([
  ["says nothing at all", ""],
  ["never ends its head", "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: "],
])("a client that %s is gone in time", async (_what, bytes) => {
  const { gone } = open(await start(), bytes);
  expect(await inTime(gone)).not.toBe(stillOpen);
});

test("a body that drips in byte by byte is gone in time, though the connection is never still", async () => {
  const { socket, gone } = open(await start(), post);
  const drip = setInterval(() => socket.write(" "), 100);
  try {
    expect(await inTime(gone)).not.toBe(stillOpen);
  } finally {
    clearInterval(drip);
  }
});

test("a client that requests much and reads nothing is disconnected in time", async () => {
  const server = createServer((_request, response) => response.end(Buffer.alloc(64_000_000)));
  guardConnections(server, { TRUST_PROXY: false, CONNECTIONS_PER_ADDRESS: 10 }, quick, {
    note: () => undefined,
    isFirst: () => true,
  });
  const ended = new Promise((resolve) => server.once("connection", (held) => held.once("close", resolve)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    open({ url }, "GET / HTTP/1.1\r\nHost: x\r\n\r\n", false).socket.pause();
    expect(await inTime(ended)).not.toBe(stillOpen);
  } finally {
    server.close();
  }
});

test("a client that was answered may send another request for a while, then its connection ends", async () => {
  const gateway = await start();
  await eventually(async () => {
    const { gone } = open(gateway, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(await inTime(gone)).toContain("HTTP/1.1 200");
  });
});

test.each(["all", "machines"])(
  "a connection (%s) that asks for a protocol that nobody speaks ends",
  async (GATEWAY_ROLE) => {
    const { socket, gone } = open(await start({ GATEWAY_ROLE }), "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket, "data");
    socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n");

    expect(await inTime(gone)).toContain("HTTP/1.1 200");
  },
);

test("one address has so many connections, and a new one when an old one ends", async () => {
  const gateway = await start({ CONNECTIONS_PER_ADDRESS: "3" }, { headMs: 60_000, requestMs: 60_000, stillMs: 60_000 });
  const held = [1, 2, 3].map(() => open(gateway, "GET /healthz HTTP/1.1\r\n"));
  await connected(held);

  expect(await inTime(open(gateway, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").gone)).toBe("");

  held[0]?.socket.destroy();
  await eventually(async () => {
    const { gone } = open(gateway, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(await gone).toContain("HTTP/1.1 200");
  });
});

test("at localhost the gateway listens on the first address alone, where connections are counted", async () => {
  const both = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  // Many machines have both addresses under this name; this one may have one of them.
  const resolve = dns.lookup as unknown as Lookup;
  const lookup = vi
    .spyOn(dns, "lookup")
    .mockImplementation(((name, options, done) =>
      options.all && name === "localhost" ? done(null, both) : resolve(name, options, done)) satisfies Lookup as never);
  onTestFinished(() => lookup.mockRestore());
  const { url } = await start({ HOST: "localhost" });

  const { port } = new URL(url);
  const reached = both.map(async ({ address }) => {
    const socket = connect(Number(port), address);
    onTestFinished(() => void socket.destroy());
    return once(socket, "connect").then(
      () => "reached",
      (error: NodeJS.ErrnoException) => error.code,
    );
  });
  expect(await Promise.all(reached)).toEqual(["reached", "ECONNREFUSED"]);
});

test.each(["1", "127.0.0.0/8", "10.0.0.1, 127.0.0.1"])("a trusted proxy (%s) has any number", async (TRUST_PROXY) => {
  const gateway = await start({ CONNECTIONS_PER_ADDRESS: "1", TRUST_PROXY }, { headMs: 60_000, stillMs: 60_000 });
  await connected([1, 2, 3].map(() => open(gateway, "GET /healthz HTTP/1.1\r\n")));

  const last = open(gateway, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(await inTime(last.gone)).toContain("HTTP/1.1 200");
});

test("a proxy that TRUST_PROXY does not name is said, once", async () => {
  const warn = vi.fn();
  const app = Fastify();
  noticeProxies(app, { TRUST_PROXY: false }, { warn });
  app.get("/", async () => "here");

  await app.inject("/");
  expect(warn).not.toHaveBeenCalled();
  for (let n = 0; n < 2; n += 1) await app.inject({ url: "/", headers: { "x-forwarded-for": "203.0.113.7" } });
  expect(warn).toHaveBeenCalledOnce();
});

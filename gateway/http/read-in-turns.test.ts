import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { readInTurns } from "./read-in-turns.ts";

const gateway = setUpGateway();
const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;

const open = (port: number) => {
  const client = connect(port, "127.0.0.1");
  onTestFinished(() => void client.destroy());
  const gone = new Promise<string>((resolve) => {
    let answers = "";
    client.setEncoding("utf8").on("data", (part: string) => (answers += part));
    client.on("error", () => undefined).once("close", () => resolve(answers));
  });
  return { client, gone };
};
const send = (bytes: string): Promise<string> => {
  const { client, gone } = open(Number(new URL(gateway.url).port));
  client.write(bytes);
  return gone;
};

const openServer = async () => {
  const server = createServer();
  readInTurns(server, () => undefined);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { server, port: (server.address() as AddressInfo).port };
};

test.each([
  ["to a page's file", get("/uploads/products/none.png")],
  ["that ask the stores", get("/readyz")],
  ["to what is signed in for", get("/api/v1.2/machines")],
  ["to the path of the sockets", get("/socket.io/?EIO=4&transport=polling")],
  ["with a body", "POST /api/v1.2/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"],
])("a thousand requests %s ahead of their answers end no gateway", async (_what, request) => {
  const { client } = open(Number(new URL(gateway.url).port));
  client.write(request.repeat(1_000));

  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
});

test("a connection that sends more than eight requests ahead of their answers is ended", async () => {
  const { server, port } = await openServer();
  let begun = 0;
  server.on("request", () => begun++);
  const { client, gone } = open(port);
  client.write(get("/").repeat(1_000));

  expect(await gone).toBe("");
  // Nine, and those that were in the same piece.
  expect(begun).toBeLessThan(30);
});

test.each([
  ["name no host", "GET / HTTP/1.1\r\n\r\n"],
  ["expect what nobody knows", "GET / HTTP/1.1\r\nHost: x\r\nExpect: much\r\n\r\n"],
])("requests that %s are counted like all others", async (_what, request) => {
  let begun = 0;
  const count = () => void begun++;
  subscribe("http.server.request.start", count);
  onTestFinished(() => void unsubscribe("http.server.request.start", count));

  await send(get("/readyz") + request.repeat(1_000));

  // Nine, and those that were in the same piece.
  expect(begun).toBeLessThan(50);
});

test("what comes to the path of the sockets and begins none is read and answered like all else", async () => {
  const answer = await fetch(`${gateway.url}/socket.io/?EIO=4&transport=polling`);

  // Engine.IO would answer 400 ahead of all guards.
  expect([answer.status, answer.headers.get("x-content-type-options")]).toEqual([404, "nosniff"]);
});

test("eight requests ahead of their answers are answered in their order", async () => {
  const paths = ["/healthz", "/readyz", "/api/v1.2/nowhere", "/healthz", "/readyz", "/healthz", "/readyz"];
  const answers = await send([...paths.map((path) => get(path)), get("/healthz", "Connection: close\r\n")].join(""));

  expect(answers.match(/(?<=HTTP\/1.1 )\d+/g)).toEqual(["200", "200", "404", "200", "200", "200", "200", "200"]);
});

test("large answers that nobody takes hold back what comes after them, and then all are answered", async () => {
  const { server, port } = await openServer();
  server.on("request", (_request, response) => response.end(Buffer.alloc(100_000, "x")));
  const client = connect(port, "127.0.0.1").pause();
  onTestFinished(() => void client.destroy());
  const long = get("/", `X-Long: ${"x".repeat(5_000)}\r\n`);
  client.write(`${long.repeat(40)}${get("/", "Connection: close\r\n")}`);

  expect((await text(client)).split("HTTP/1.1 200 OK")).toHaveLength(42);
});

test("one that is refused is told why, however much it has sent", async () => {
  expect(await send(`GET /healthz\r\n${"no HTTP at all\r\n".repeat(4_000)}`)).toContain("HTTP/1.1 400 Bad Request");
});

test("a body comes whole, and others have their turn while it comes", async () => {
  const { server, port } = await openServer();
  const order: string[] = [];
  const other = open(port);
  await once(other.client, "connect");
  const body = Array.from({ length: 9_000 }, (_, n) => String(n % 10)).join("");
  const whole = new Promise<string>((resolve) => {
    server.on("request", async (request, response) => {
      if (request.method === "POST") {
        other.client.write(get("/"));
        resolve(await text(request));
      }
      order.push(request.method ?? "");
      response.end();
    });
  });
  const pieces = [...body].map((one) => `1\r\n${one}\r\n`).join("");
  open(port).client.write(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`);

  expect(await whole).toBe(body);
  await expect.poll(() => order).toEqual(["GET", "POST"]);
});

test("who connects while hundreds send bodies in pieces is answered before any of these is whole", async () => {
  const { server, port } = await openServer();
  const order: string[] = [];
  server.on("request", async (request, response) => {
    // The test is over before most have sent all.
    if (request.method === "POST") await text(request).catch(() => undefined);
    order.push(request.method ?? "");
    response.end();
  });
  const body = `${"1\r\nx\r\n".repeat(9_000)}0\r\n\r\n`;
  const many = Array.from({ length: 300 }, () => open(port).client);
  for (const client of many) client.write(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${body}`);
  await Promise.all(many.map((client) => once(client, "connect")));
  open(port).client.write(get("/"));

  await expect.poll(() => order.length).toBeGreaterThan(0);
  expect(order[0]).toBe("GET");
});

test("what nobody reads stays with whoever sent it", async () => {
  const { server, port } = await openServer();
  const { client } = open(port);
  const requested = once(server, "request");
  client.write(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\n \r\n".repeat(100_000)}`);
  const [request] = await requested;
  await expect.poll(() => request.socket.isPaused()).toBe(true);

  expect(request.readableLength).toBeLessThan(20_000);
});

test("a request for a WebSocket is followed by nothing before its answer", async () => {
  const { server, port } = await openServer();
  server.on("upgrade", (_request, socket) => {
    setImmediate(() => socket.destroyed || socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n"));
  });
  const upgrade = get("/", "Connection: Upgrade\r\nUpgrade: any\r\n");
  const [alone, followed] = [open(port), open(port)];
  alone.client.write(upgrade);
  followed.client.write(upgrade + " ".repeat(2_000));

  expect(await alone.gone).toContain("101 Switching Protocols");
  expect(await followed.gone).toBe("");
});

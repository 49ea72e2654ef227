import { once } from "node:events";
import { connect } from "node:net";
import { io } from "socket.io-client";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { eventually } from "#shared/testing/eventually.ts";
import { defaultLimits } from "../limits.ts";
import { type GatewayUnderTest, setUpGateway } from "../testing/gateway-under-test.ts";
import { setUpWatchers, type Watcher } from "../testing/watcher.ts";
import { isOwnOrigin } from "./socket-guard.ts";

const tight = {
  packets: { burst: 200, perSecond: 1 },
  strangers: { burst: 10, perSecond: 1 },
  handshakes: { burst: 500, perSecond: 500 },
  perOperator: 3,
};
const gateway = setUpGateway({ limits: { sockets: tight }, env: { CONSOLE_URL: "https://console.example.com" } });
const watchers = setUpWatchers(gateway);

const ended = (watcher: Watcher) => new Promise<string>((resolve) => watcher.once("disconnect", resolve));
const refused = async (reason: string, at: GatewayUnderTest = gateway): Promise<number> => {
  const { values } = await at.parts.metrics.refusedSockets.get();
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
};
const flood = (watcher: Watcher) => {
  for (let n = 0; n < 300; n += 1) watcher.emit(n % 2 ? "leave" : "join", ["machines"], () => undefined);
};

test("an operator's socket that says too much is ended and counted; it may come back later, others go on", async () => {
  const { token } = await gateway.signIn();
  const flooder = await watchers.watch(token, ["machines"]);
  const other = await watchers.watchAs(["machines"]);
  const gone = ended(flooder);
  const before = await refused("flood");

  flood(flooder);

  // What the console's client takes for a lost connection, after which it comes again by itself.
  expect(await gone).toBe("transport close");
  expect(await refused("flood")).toBe(before + 1);
  expect(await other.emitWithAck("join", ["products"])).toEqual({ success: true });
  await expect(watchers.watch(token, [])).rejects.toMatchObject({ data: { code: "unavailable" } });
});

test("a message in very many pieces ends its socket before the last one is here, one in a few is received", async () => {
  const stranger = async () => {
    const socket = new WebSocket(`${gateway.url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
    onTestFinished(() => socket.terminate());
    await new Promise((resolve) => socket.once("open", resolve));
    return socket;
  };
  const pieces = await stranger();
  const closed = new Promise((resolve) => pieces.once("close", resolve));
  for (let n = 0; n < 1_000; n += 1) pieces.send("4", { fin: false });
  // The library's code; a client without a token in time gets another one.
  expect(await closed).toBe(1008);

  const few = await stranger();
  const heard = new Promise<string>((resolve) =>
    few.on("message", (said) => String(said).startsWith("44") && resolve(String(said))),
  );
  few.send('40{"tok', { fin: false });
  few.send('en":"none"}', { fin: true });
  expect(await heard).toContain("unauthenticated");
});

test("all sockets of one operator pay from one purse", async () => {
  const { token } = await gateway.signIn();
  const [one, two] = [await watchers.watch(token, []), await watchers.watch(token, [])];
  const gone = Promise.race([ended(one), ended(two)]);

  for (const watcher of [one, two]) for (let n = 0; n < 120; n += 1) watcher.emit("leave", ["machines"]);

  expect(await gone).toBe("transport close");
});

test("an operator has so many sockets and no more, until one is closed", async () => {
  const { token } = await gateway.signIn();
  const open = await Promise.all(Array.from({ length: tight.perOperator }, () => watchers.watch(token, [])));

  await expect(watchers.watch(token, [])).rejects.toMatchObject({ data: { code: "unavailable" } });
  expect(await refused("too-many")).toBeGreaterThan(0);
  open[0]?.close();

  await eventually(async () => expect((await watchers.watch(token, ["machines"])).connected).toBe(true));
});

test("what is larger than any join ends the socket", async () => {
  const watcher = await watchers.watchAs([]);
  const gone = ended(watcher);

  watcher.emit("join", ["x".repeat(20_000)], () => undefined);

  expect(await gone).toMatch(/^transport (close|error)$/);
});

test.each([
  ["messages", (socket: WebSocket) => socket.send("3")],
  ["pings", (socket: WebSocket) => socket.ping()],
  ["pongs", (socket: WebSocket) => socket.pong()],
])("a socket that says much before it shows a token is ended: %s", async (_, say) => {
  const before = await refused("flood");
  const socket = new WebSocket(`${gateway.url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
  socket.on("error", () => undefined);
  const gone = new Promise((resolve) => socket.once("close", resolve));
  await new Promise((resolve) => socket.once("open", resolve));

  for (let n = 0; n < 50; n += 1) say(socket);

  await gone;
  expect(await refused("flood")).toBe(before + 1);
});

test("a second WebSocket cannot take the place of one that stands: what it said would be counted nowhere", async () => {
  const url = `${gateway.url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`;
  const first = new WebSocket(url);
  onTestFinished(() => first.terminate());
  const opened = await new Promise<string>((resolve) => first.once("message", (said) => resolve(String(said))));
  const { sid } = JSON.parse(opened.slice(1));

  const second = new WebSocket(`${url}&sid=${sid}`, { origin: "https://evil.test" });
  onTestFinished(() => second.terminate());
  const status = await new Promise((resolve) => {
    second.on("error", () => undefined);
    second.once("open", () => resolve(101));
    second.once("unexpected-response", (_request, answer) => resolve(answer.statusCode));
  });

  expect(status).toBe(400);
});

/** Masked by nothing, as a browser's are by something: the first byte says of which kind it is. */
const frame = (kind: number, text = "") =>
  Buffer.concat([Buffer.from([kind, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
const [textFrame, pingFrame, closeFrame] = [0x81, 0x89, 0x88];

test.each([
  ["messages", frame(textFrame, "3")],
  ["pings", frame(pingFrame)],
])(
  "who goes on saying much after the end of its socket is cut off, and not read for half a minute: %s",
  async (_, said) => {
    const { hostname, port } = new URL(gateway.url);
    const line = connect(Number(port), hostname);
    onTestFinished(() => void line.destroy());
    let heard: Buffer = Buffer.alloc(0);
    line.on("data", (bytes) => {
      heard = Buffer.concat([heard, bytes]);
    });
    line.on("error", () => undefined);
    const gone = new Promise((resolve) => line.once("close", () => resolve("cut off")));
    const asked = ["Host: a", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"];
    const key = `Sec-WebSocket-Key: ${Buffer.alloc(16).toString("base64")}`;
    line.write(`GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${[...asked, key].join("\r\n")}\r\n\r\n`);
    await eventually(() => expect(String(heard)).toContain('"sid"'));

    line.write(frame(textFrame, "4no packet of Socket.IO"));
    await eventually(() => expect(heard.includes(closeFrame)).toBe(true));
    for (let n = 0; n < 50; n += 1) line.write(said);

    const inTime = new Promise((resolve) => setTimeout(resolve, 5_000, "still read"));
    expect(await Promise.race([gone, inTime])).toBe("cut off");
  },
);

describe("a normal console", () => {
  const usual = setUpGateway();

  test("never meets the bound: twenty pages of one operator that come back and load again ten times at once", async () => {
    const { token } = await usual.signIn();
    const pages = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = io(usual.url, { transports: ["websocket"], auth: { token }, reconnection: false }) as Watcher;
        onTestFinished(() => void socket.close());
        await new Promise((resolve) => socket.once("connect", () => resolve(null)));
        return socket;
      }),
    );
    const rooms = Array.from({ length: 30 }, (_, n) => `session/${n.toString(16).padStart(24, "0")}`);

    for (const page of pages) {
      for (let n = 0; n < 10; n += 1)
        for (let at = 0; at < rooms.length; at += 6)
          expect(await page.emitWithAck("join", rooms.slice(at, at + 6))).toEqual({ success: true });
      page.emit("leave", rooms);
    }

    expect(pages.filter(({ connected }) => !connected)).toEqual([]);
    expect(await refused("flood", usual)).toBe(0);
    expect(defaultLimits.sockets.perOperator).toBeGreaterThan(pages.length);
  });
});

const answerTo = (origin?: string, at: GatewayUnderTest = gateway) =>
  new Promise<number>((resolve) => {
    const url = `${at.url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`;
    const socket = new WebSocket(url, origin === undefined ? {} : { origin });
    socket.once("open", () => resolve(101));
    socket.once("unexpected-response", (_request, { statusCode }) => resolve(statusCode ?? 0));
    socket.on("error", () => undefined);
    onTestFinished(() => socket.terminate());
  });

describe("an address that opens too many", () => {
  const slow = setUpGateway({ limits: { sockets: { ...tight, handshakes: { burst: 1, perSecond: 1 } } } });

  test("comes in as often as it may, although it never pauses", async () => {
    await eventually(async () => expect(await answerTo(undefined, slow)).toBe(400));
    await eventually(async () => expect(await answerTo(undefined, slow)).toBe(101));
  });
});

describe("origins", () => {
  test.each<[string, Record<string, string>, string | undefined, boolean]>([
    ["no browser", { host: "console.example.com" }, undefined, true],
    ["the same host", { origin: "https://console.example.com", host: "console.example.com" }, undefined, true],
    ["the same host and port", { origin: "http://localhost:5173", host: "localhost:5173" }, undefined, true],
    ["a port that goes without saying", { origin: "https://a.test", host: "a.test:443" }, undefined, true],
    ["a proxy's", { origin: "https://a.test", host: "gateway:3000", "x-forwarded-host": "a.test" }, undefined, true],
    ["CONSOLE_URL's", { origin: "https://a.test", host: "gateway:3000" }, "https://a.test/", true],
    ["another host", { origin: "https://evil.test", host: "a.test" }, "https://a.test", false],
    ["another port", { origin: "https://a.test:8443", host: "a.test" }, "https://a.test", false],
    ["a page without one", { origin: "null", host: "a.test" }, "https://a.test", false],
    ["a page from a disk", { origin: "file://", host: "a.test" }, undefined, false],
    ["one that cannot be read", { origin: "https://", host: "a.test" }, undefined, false],
  ])("%s", (_, headers, consoleUrl, is) => {
    expect(isOwnOrigin({ headers }, consoleUrl)).toBe(is);
  });

  test("a page of elsewhere gets no socket, and is counted", async () => {
    expect(await answerTo("https://evil.test")).toBe(400);
    expect(await refused("origin")).toBe(1);
    expect(await Promise.all([answerTo(), answerTo(gateway.url), answerTo("https://console.example.com")])).toEqual([
      101, 101, 101,
    ]);
  });
});

test("a WebSocket that names two hosts is refused: a proxy in front may have gone by the other", async () => {
  const headers = { host: ["console.example.com", "evil.test"] as never };
  const two = new WebSocket(`${gateway.url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`, { headers });
  two.on("error", () => undefined);
  onTestFinished(() => two.terminate());

  const [, answer] = await once(two, "unexpected-response");
  expect(answer.statusCode).toBe(400);
});

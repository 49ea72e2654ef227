import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import mqtt from "mqtt";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { until } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { type BrokerUnderTest, generous, startBroker } from "./testing/broker-under-test.ts";
import { newKeys } from "./testing/new-keys.ts";

const tls = setUp(newKeys);
let app: BrokerUnderTest | undefined;
afterEach(async () => {
  await app?.stop();
  app = undefined;
});

const locks = JSON.stringify({ containers: [], full: true, at: "2026-03-01T06:30:00Z", boot: "b", seq: 0 });
const speak = async (url: string, localAddress = "127.0.0.1") => {
  const client = await mqtt.connectAsync(url, {
    clientId: "CU-1",
    username: "CU-1",
    password: "secret",
    keepalive: 30,
    reconnectPeriod: 0,
    rejectUnauthorized: false,
    ...({ localAddress } as object),
  });
  await client.subscribeAsync("vm/v1/CU-1/down/#", { qos: 1 });
  await client.publishAsync("vm/v1/CU-1/up/locks", locks, { qos: 1 });
  return client;
};

test("units connect over WebSocket where it is configured", async () => {
  app = await startBroker({ listen: { wsPort: 0 } });
  const client = await speak(`ws://127.0.0.1:${app.broker.ports.ws}`);
  expect(app.said).toHaveLength(1);
  await client.endAsync();
  await until("its end", () => app?.events.includes("closed CU-1"));
});

test("units connect over TLS where it is configured, and without it they are refused", async () => {
  app = await startBroker({ listen: { tls, wsPort: 0 } });
  for (const url of [`mqtts://127.0.0.1:${app.broker.ports.mqtt}`, `wss://127.0.0.1:${app.broker.ports.ws}`]) {
    const client = await speak(url);
    await client.endAsync();
  }
  expect(app.said).toHaveLength(2);

  const plain = await app.open();
  plain.connect({ id: "CU-2" });
  await plain.closed();
  expect(plain.packets("connack")).toEqual([]);
});

/** The first bytes of a TLS client, as somebody may have written them down. */
const recordedHello = async (): Promise<Buffer> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const hello = new Promise<Buffer>((resolve) => {
    server.once("connection", (socket) => socket.on("error", () => undefined).once("data", resolve));
  });
  const client = connectTls({ port, host: "127.0.0.1" }).on("error", () => undefined);
  const bytes = await hello;
  client.destroy();
  server.close();
  return bytes;
};
const few = { ...generous.visitors, handshakesPerAddress: { burst: 3, perSecond: 0.001 } };

test.each(["mqtt", "ws"] as const)(
  "an address that begins too many TLS handshakes (%s) is closed before them, counted and noted; other addresses are served",
  async (kind) => {
    app = await startBroker({ listen: { tls, wsPort: 0 }, limits: { visitors: few } });
    const port = app.broker.ports[kind] ?? 0;
    const hello = await recordedHello();
    const answered: boolean[] = [];
    for (let i = 0; i < 10; i += 1) {
      const socket = connect(port, "127.0.0.1", () => socket.write(hello));
      const first = Promise.race([once(socket, "data"), once(socket, "close")]);
      answered.push((await first.catch(() => null))?.[0] instanceof Buffer);
      socket.destroy();
    }
    expect(answered).toEqual([true, true, true, ...Array.from({ length: 7 }, () => false)]);
    expect(app.counters.refusedConnections.of("too-many-handshakes")).toBe(7);
    expect(app.noted).toEqual(Array.from({ length: 7 }, () => "too-many-handshakes 127.0.0.1"));

    const client = await speak(`mqtts://127.0.0.1:${app.broker.ports.mqtt}`, "127.0.0.2");
    await client.endAsync();
  },
);

test.each(["mqtt", "ws"] as const)(
  "a TLS handshake that is not finished (%s) is closed and leaves its place",
  async (kind) => {
    app = await startBroker({ listen: { tls, wsPort: 0 }, limits: { connectMs: 1_000, connectionsPerAddress: 1 } });
    const half = connect(app.broker.ports[kind] ?? 0, "127.0.0.1").on("error", () => undefined);
    const closed = once(half.resume(), "close");
    half.write((await recordedHello()).subarray(0, 40));
    await closed;

    const client = await until("a place", () => speak(`mqtts://127.0.0.1:${app?.broker.ports.mqtt}`));
    await client.endAsync();
  },
);

test("units that sign in with their own secret do not use up the handshakes of their address", async () => {
  app = await startBroker({ listen: { tls }, limits: { visitors: few } });
  for (let i = 0; i < 10; i += 1) {
    const client = await speak(`mqtts://127.0.0.1:${app.broker.ports.mqtt}`);
    await client.endAsync();
  }
  expect(app.counters.refusedConnections.of("too-many-handshakes")).toBe(0);
});

test("a refusal reaches the unit over WebSocket and TLS as well", async () => {
  app = await startBroker({ listen: { tls, wsPort: 0 } });
  for (const url of [`mqtts://127.0.0.1:${app.broker.ports.mqtt}`, `wss://127.0.0.1:${app.broker.ports.ws}`]) {
    const options = { clientId: "CU-1", keepalive: 0, reconnectPeriod: 0, rejectUnauthorized: false };
    await expect(mqtt.connectAsync(url, options)).rejects.toThrow("Not authorized");
  }
});

test("too large a packet is ended over WebSocket, too", async () => {
  app = await startBroker({ listen: { wsPort: 0 } });
  const client = await speak(`ws://127.0.0.1:${app.broker.ports.ws}`);
  client.on("error", () => undefined);
  client.publish("vm/v1/CU-1/up/locks", "x".repeat(70_000), { qos: 1 }, () => undefined);
  await until("its end", () => app?.events.includes("closed CU-1"));
  expect(app.counters.refusedConnections.of("packet-too-large")).toBe(1);
});

test.each<[string, (socket: WebSocket) => void]>([
  ["pings", (socket) => socket.ping()],
  ["pongs", (socket) => socket.pong()],
  ["empty messages", (socket) => socket.send(Buffer.alloc(0))],
])("a WebSocket that says nothing without end is ended: %s", async (_, say) => {
  app = await startBroker({
    listen: { wsPort: 0 },
    limits: { visitors: { ...generous.visitors, stranger: { burst: 50, perSecond: 0.001 } } },
  });
  const socket = new WebSocket(`ws://127.0.0.1:${app.broker.ports.ws}`, "mqtt");
  socket.on("error", () => undefined);
  const gone = once(socket, "close");
  await once(socket, "open");

  for (let n = 0; n < 60; n += 1) say(socket);

  await gone;
  expect(app.counters.refusedConnections.of("flood")).toBe(1);
});

test("a WebSocket message in pieces without end is ended long before it is whole", async () => {
  app = await startBroker({ listen: { wsPort: 0 } });
  const socket = new WebSocket(`ws://127.0.0.1:${app.broker.ports.ws}`, "mqtt");
  socket.on("error", () => undefined);
  const gone = once(socket, "close");
  await once(socket, "open");

  for (let n = 0; n < 20; n += 1) socket.send(Buffer.alloc(1), { fin: false });

  expect((await gone)[0]).toBe(1008);
});

test("connections to the WebSocket port that ask for nothing keep no unit of their address out", async () => {
  const pendingPerAddress = 4;
  app = await startBroker({
    listen: { wsPort: 0 },
    limits: { connectionsPerAddress: 8, visitors: { ...generous.visitors, pendingPerAddress } },
  });
  const port = app.broker.ports.ws ?? 0;
  const silent: Socket[] = [];
  for (let n = 0; n < 8; n += 1) {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    silent.push(socket);
    await once(socket, "connect");
  }

  await app.unit("CU-1");
  const client = await speak(`ws://127.0.0.1:${port}`);
  await client.endAsync();

  expect(app.counters.refusedConnections.of("no-room")).toBeGreaterThanOrEqual(8 - pendingPerAddress);
  expect(app.counters.refusedConnections.of("too-many-connections")).toBe(0);
  for (const socket of silent) socket.destroy();
});

test("a browser that requests a page from the WebSocket port gets an explanation, once for each connection", async () => {
  app = await startBroker({ listen: { wsPort: 0 } });
  const answer = await fetch(`http://127.0.0.1:${app.broker.ports.ws}/`);
  expect(answer.status).toBe(426);
  expect(answer.headers.get("connection")).toBe("close");
});

test("a port that is taken ends the start with an error that names it, and nothing stays open", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await expect(startBroker({ listen: { port } })).rejects.toMatchObject({ code: "EADDRINUSE", port });
  await expect(startBroker({ listen: { wsPort: port } })).rejects.toMatchObject({ code: "EADDRINUSE", port });
  await new Promise((resolve) => other.close(resolve));
});

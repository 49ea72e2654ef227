import { connect, type Socket } from "node:net";
import mqtt from "mqtt";
import mqttPacket from "mqtt-packet";
import { expect, onTestFinished, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import { headerFor, openBalancer, proxyHeader } from "./testing/balancer.ts";
import { type BrokerUnderTest, startBroker } from "./testing/broker-under-test.ts";
import { newKeys } from "./testing/new-keys.ts";
import { openRawUnit } from "./testing/raw-unit.ts";

const balancer = "127.0.0.9";
const behind = async (options: Parameters<typeof startBroker>[0] = {}): Promise<BrokerUnderTest> => {
  const app = await startBroker({
    ...options,
    listen: { isBalancer: (address) => address === balancer, ...options.listen },
  });
  onTestFinished(app.stop);
  return app;
};

const locks = JSON.stringify({ containers: [], full: true, at: "2026-03-01T06:30:00Z", boot: "b", seq: 0 });
const speak = async (url: string, id = "CU-1") => {
  const client = await mqtt.connectAsync(url, {
    clientId: id,
    username: id,
    password: "secret",
    keepalive: 30,
    reconnectPeriod: 0,
    connectTimeout: 5_000,
    rejectUnauthorized: false,
  });
  onTestFinished(() => client.endAsync(true));
  await client.publishAsync(`vm/v1/${id}/up/locks`, locks, { qos: 1 });
};
const refused = async (port: number) => {
  const unit = await openRawUnit(port);
  unit.connect({ id: "CU-3" });
  await unit.closed();
  expect(unit.heard).toEqual([]);
};
const addresses = ({ broker }: BrokerUnderTest) => broker.connections().map(({ address }) => address);

test.each(["mqtt", "ws", "mqtts", "wss"])("behind a balancer a unit has its own address (%s)", async (scheme) => {
  const tls = scheme.length > "ws".length && scheme.endsWith("s") ? newKeys() : undefined;
  const app = await behind({ listen: { wsPort: 0, tls } });
  const port = app.broker.ports[scheme.startsWith("ws") ? "ws" : "mqtt"] ?? 0;
  const whole = await openBalancer(port, headerFor("203.0.113.7"), balancer);
  const inPieces = await openBalancer(port, headerFor("203.0.113.8"), balancer, true);

  await speak(`${scheme}://127.0.0.1:${whole}`, "CU-1");
  await speak(`${scheme}://127.0.0.1:${inPieces}`, "CU-2");

  expect(addresses(app)).toEqual(["203.0.113.7", "203.0.113.8"]);
  expect(app.said).toHaveLength(2);
});

test.each([
  ["of IPv6", headerFor("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64"],
  ["of IPv4 in IPv6", headerFor("::ffff:cb00:7107"), "203.0.113.7"],
  ["with further fields", headerFor("203.0.113.7", Buffer.alloc(500, 4)), "203.0.113.7"],
  ["of the balancer itself", proxyHeader(0x20, 0, Buffer.alloc(0)), balancer],
])("a header %s", async (_, header, address) => {
  const app = await behind();
  await speak(`mqtt://127.0.0.1:${await openBalancer(app.broker.ports.mqtt, header, balancer)}`);
  expect(addresses(app)).toEqual([address]);
});

test("limits of an address count units behind a balancer one by one", async () => {
  const app = await behind({ limits: { connectionsPerAddress: 2 } });
  const crowd = await openBalancer(app.broker.ports.mqtt, headerFor("203.0.113.7"), balancer);
  const other = await openBalancer(app.broker.ports.mqtt, headerFor("203.0.113.8"), balancer);

  await speak(`mqtt://127.0.0.1:${crowd}`, "CU-1");
  await speak(`mqtt://127.0.0.1:${crowd}`, "CU-2");
  await refused(crowd);
  await speak(`mqtt://127.0.0.1:${other}`, "CU-4");

  expect(app.noted).toEqual(["too-many-connections 203.0.113.7"]);
});

test("who connects past the balancer is refused, whatever they send", async () => {
  const app = await behind();
  const elsewhere = await openBalancer(app.broker.ports.mqtt, headerFor("203.0.113.7"), "127.0.0.2");

  await refused(app.broker.ports.mqtt);
  await refused(elsewhere);

  expect(app.noted).toEqual(["not-a-balancer 127.0.0.1", "not-a-balancer 127.0.0.2"]);
  expect(app.counters.refusedConnections.of("not-a-balancer")).toBe(2);
});

const signIn = mqttPacket.generate({
  cmd: "connect",
  protocolId: "MQTT",
  protocolVersion: 4,
  clean: true,
  clientId: "CU-1",
  keepalive: 30,
  username: "CU-1",
  password: Buffer.from("secret"),
});
const addressPair = Buffer.alloc(12, 1);
const wrong: [string, Buffer, { end?: boolean }?][] = [
  ["none", signIn],
  ["of version 1", Buffer.from("PROXY TCP4 203.0.113.7 127.0.0.1 49152 1883\r\n")],
  ["of an unknown version", proxyHeader(0x31, 0x11, addressPair)],
  ["with an unknown command", proxyHeader(0x22, 0x11, addressPair)],
  ["of another family", proxyHeader(0x21, 0x31, Buffer.alloc(216))],
  ["of datagrams", proxyHeader(0x21, 0x12, addressPair)],
  ["without a family", proxyHeader(0x21, 0x00, Buffer.alloc(0))],
  ["with half an address", proxyHeader(0x21, 0x21, addressPair)],
  ["that announces too much", proxyHeader(0x21, 0x11, addressPair, 521)],
  ["that ends early", proxyHeader(0x21, 0x11, addressPair, 40), { end: true }],
  ["that is never whole", proxyHeader(0x21, 0x11, addressPair, 40)],
  ["that never comes", Buffer.alloc(0)],
];
test.each(wrong)("a header %s: the connection is refused and counted", async (_, bytes, { end = false } = {}) => {
  const app = await behind({ limits: { connectMs: 200 } });
  const socket: Socket = connect({ port: app.broker.ports.mqtt, host: "127.0.0.1", localAddress: balancer });
  let isClosed = false;
  socket
    .on("error", () => undefined)
    .on("close", () => {
      isClosed = true;
    });
  socket.resume();

  if (end) socket.end(bytes);
  else socket.write(bytes);

  await until("the refusal", () => isClosed);
  expect(app.counters.refusedConnections.of("no-proxy-header")).toBe(1);
  expect(app.noted).toEqual([`no-proxy-header ${balancer}`]);
  expect(app.events).toEqual([]);
});

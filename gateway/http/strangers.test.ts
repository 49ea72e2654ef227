import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { io } from "socket.io-client";
import { afterEach, expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import { connectUnit } from "../machine-link/testing/link-under-test.ts";
import { type GatewayUnderTest, startGatewayUnderTest } from "../testing/gateway-under-test.ts";
import { clientFinder } from "./strangers.ts";

let gateway: GatewayUnderTest;
afterEach(() => gateway.stop());

const counted = async (reason: string): Promise<number> => {
  const text = await gateway.parts.metrics.registry.metrics();
  return Number(text.split(`cansole_strangers_total{reason="${reason}"} `)[1]?.split("\n")[0] ?? 0);
};

test("what is refused to whoever shows no sign-in is counted, over HTTP, sockets and MQTT", async () => {
  gateway = await startGatewayUnderTest();
  const { token } = await gateway.signIn();
  await gateway.request.get("/nothing");
  await gateway.request.get("/auth/me");
  await gateway.request.get("/auth/me").set("authorization", `Bearer ${token}`);
  const refused = await gateway.request.get("/regions/not-an-id").set("authorization", `Bearer ${token}`);
  expect(refused.status).toBeGreaterThanOrEqual(400);
  const { hostname, port } = new URL(gateway.url);
  const broken = connect(Number(port), hostname, () => broken.write("no HTTP at all\r\n\r\n"));
  await new Promise((resolve) => broken.once("close", resolve).resume());
  const socket = io(gateway.url, { transports: ["websocket"], auth: { token: "none" }, reconnection: false });
  await new Promise((resolve) => socket.once("connect_error", resolve));
  socket.close();
  await expect(connectUnit(gateway, { serialNumber: "CU-1", secret: "guess" })).rejects.toThrow("refused");

  await until("all of it", async () => (await counted("sign-in")) === 1);
  expect(await counted("http-401")).toBe(1);
  expect(await counted("http-broken")).toBe(1);
  expect(await counted("socket-unauthenticated")).toBe(1);
  expect(await counted("http-404")).toBeGreaterThanOrEqual(1);
});

test("behind trusted proxies a socket's client is the one that the last of them names", () => {
  const request = (remoteAddress: string, forwarded?: string) =>
    ({ headers: { "x-forwarded-for": forwarded }, socket: { remoteAddress } }) as unknown as IncomingMessage;
  const client = "198.51.100.1, 203.0.113.7";
  expect(clientFinder(false)(request("10.0.0.4", client))).toBe("10.0.0.4");
  expect(clientFinder(1)(request("10.0.0.4", client))).toBe("203.0.113.7");
  expect(clientFinder(["10.0.0.0/8"])(request("::ffff:10.0.0.4", client))).toBe("203.0.113.7");
  expect(clientFinder(["10.0.0.0/8"])(request("192.0.2.1", client))).toBe("192.0.2.1");
  expect(clientFinder(["10.0.0.0/8"])(request("10.0.0.4"))).toBe("10.0.0.4");
});

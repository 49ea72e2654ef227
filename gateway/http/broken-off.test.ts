import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { addManyOrders } from "../testing/many-orders.ts";

/** Requests of one connection ahead of their answers. */
const ahead = 8;
const gateway = setUpGateway();
beforeAll(() => addManyOrders(gateway));

/** Breaks off with the first answer under way, so that the others wait behind it. */
const breakOff = async (request: string) => {
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  socket.write(request.repeat(ahead));
  await once(socket, "readable");
  await pause(500);
  socket.destroy();
};

const listOf = (token: string) =>
  `GET /api/v1.2/orders/all?page=1&latest=true&download=true HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;

test("lists that were requested ahead on connections that broke off hold no turns of their operator", async () => {
  const { token } = await gateway.signIn("staff");
  for (let nth = 0; nth < 4; nth += 1) await breakOff(listOf(token));

  const users = await gateway.request.get("/users/all").set("authorization", `Bearer ${token}`);

  expect(users.status).toBe(200);
});

test("every response of a connection that breaks off is closed: what is read for it ends, and its timer", async () => {
  let [opened, closed] = [0, 0];
  gateway.app.server.on("request", (_request, response) => {
    opened += 1;
    response.once("close", () => {
      closed += 1;
    });
  });
  const { token } = await gateway.signIn("staff");

  await breakOff(listOf(token));

  await eventually(() => expect(closed).toBe(opened));
  expect(opened).toBeGreaterThanOrEqual(ahead);
});

/** The gateway takes the connection only once it was reset: its process stands still until the client has ended. */
const resetAtOnce = (request: string): void => {
  const client = `const s = require("net").connect(process.argv[1], "127.0.0.1", () =>
    s.write(process.argv[2], () => setTimeout(() => s.resetAndDestroy(), 20)));`;
  spawnSync(process.execPath, ["-e", client, new URL(gateway.url).port, request]);
};

test("a call on a connection that was reset before it was taken is not done: its line in the audit kept everybody from reading it", async () => {
  const { token, userId } = await gateway.signIn("admin");
  const taken = once(gateway.app.server, "connection");
  resetAtOnce(`GET /api/v1.2/users/${userId}/data HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  await taken;
  await pause(500);

  const audit = await gateway.request.get("/audit").set("authorization", `Bearer ${token}`);

  expect(audit.status).toBe(200);
  expect(await gateway.stores.audit.countDocuments({ verb: "user.data-read" })).toBe(0);
});

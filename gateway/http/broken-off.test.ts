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

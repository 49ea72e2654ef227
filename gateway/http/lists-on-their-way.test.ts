import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { addManyOrders } from "../testing/many-orders.ts";

const atOnce = 16;
const gateway = setUpGateway();
beforeAll(() => addManyOrders(gateway));

/** Requests all orders, and reads nothing of them. */
const requestAll = (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  const request = get(`${gateway.url}/api/v1.2/orders/all?page=1&latest=true&download=true`, { headers });
  request.on("error", () => undefined);
  const taken = { isAnswered: false, hangUp: () => request.destroy() };
  void once(request, "response").then(
    ([answer]) => {
      (answer as IncomingMessage).on("error", () => undefined);
      taken.isAnswered = true;
    },
    () => undefined,
  );
  return taken;
};
const answered = (taken: { isAnswered: boolean }[]) => taken.filter(({ isAnswered }) => isAnswered).length;

test("so many lists are sent to one operator at once, and a colleague is answered; who hangs up makes room", async () => {
  const [{ token }, colleague] = [await gateway.signIn("staff"), await gateway.signIn("staff")];
  const taken = Array.from({ length: atOnce + 8 }, () => requestAll(token));
  await eventually(() => expect(answered(taken)).toBe(atOnce));

  const me = () => gateway.request.get("/auth/me").set("authorization", `Bearer ${colleague.token}`);
  expect((await me()).status).toBe(200);
  expect(answered(taken)).toBe(atOnce);

  const [first] = taken.filter(({ isAnswered }) => isAnswered);
  first?.hangUp();
  await eventually(() => expect(answered(taken)).toBe(atOnce + 1));
  for (const one of taken) one.hangUp();
  const again = Array.from({ length: atOnce }, () => requestAll(token));
  await eventually(() => expect(answered(again)).toBe(atOnce));
  for (const one of again) one.hangUp();
});

test("who holds all turns with a stolen token keeps its operator from nothing that ends that sign-in", async () => {
  const { token: stolen, userId } = await gateway.signIn("staff");
  const owner = `Bearer ${await gateway.openLogin(userId)}`;
  const held = Array.from({ length: atOnce + 8 }, () => requestAll(stolen));
  await eventually(() => expect(answered(held)).toBe(atOnce));

  const account = await gateway.request.get("/auth/account").set("authorization", owner);
  const ended = await gateway.request.delete("/auth/logins").set("authorization", owner);

  for (const one of held) one.hangUp();
  expect([account.status, ended.status]).toEqual([200, 200]);
  expect(account.body.logins).toHaveLength(2);
  expect(ended.body.logins).toHaveLength(1);
});

test("what waits for its turn while its sign-in ends is read no more", async () => {
  const { token, userId } = await gateway.signIn("staff");
  const bearer = `Bearer ${token}`;
  const taken = Array.from({ length: atOnce }, () => requestAll(token));
  await eventually(() => expect(answered(taken)).toBe(atOnce));
  const waiting = gateway.request
    .get("/users/all")
    .set("authorization", bearer)
    .then(({ status }) => status);
  await pause(1_000);

  await gateway.stores.logins.updateMany({ user: userId }, { $set: { endedAt: new Date() } });
  for (const one of taken) one.hangUp();

  expect(await waiting).toBe(401);
});

import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { signedInAt } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";
import { operatorView } from "../auth/auth.view.ts";
import { holdCaller, holdUser } from "../auth/hold-caller.ts";

const minute = 60_000;
const gateway = setUpGateway({ standingClock: true });

/** Does it all the time, several at once, until the test has finished. */
const doAllTheTime = (work: (dbSession: DbSession) => Promise<unknown>, atOnce = 8): void => {
  let isOver = false;
  const loop = async () => {
    while (!isOver) await gateway.parts.mongo.inTransaction(work).catch(() => undefined);
  };
  const loops = Array.from({ length: atOnce }, loop);
  onTestFinished(async () => {
    isOver = true;
    await Promise.all(loops);
  });
};

test("an operator is suspended although a script of theirs writes their record all the time", async () => {
  const [gone, admin] = [await signedInAt(gateway), await signedInAt(gateway, "admin")];
  doAllTheTime((dbSession) => holdUser(dbSession, gateway.parts.mongo, gone.userId));

  const answer = await admin.put(`/users/${gone.userId}`, { suspend: true });

  expect(answer.status).toBe(200);
  expect((await gone.get("/auth/me")).status).toBe(401);
});

test("an operator is suspended although a script of theirs writes the sign-in that it calls with all the time, as one that adds operators does", async () => {
  const [gone, admin] = [await signedInAt(gateway, "admin"), await signedInAt(gateway, "admin")];
  const signIn = await gateway.stores.logins.findOne({ user: gone.userId });
  const by = {
    userId: gone.userId,
    loginId: signIn?._id ?? gone.userId,
    operator: operatorView(aUser({ role: "admin" })),
  };
  const addOne = async (dbSession: DbSession) => {
    await pause(2);
    await holdCaller(dbSession, gateway.parts.mongo, by);
  };
  doAllTheTime(addOne, 6);

  const answer = await admin.put(`/users/${gone.userId}`, { suspend: true });

  expect(answer.status).toBe(200);
});

test("a script that requests a second person writes its sign-in not at all, which a suspension ends", async () => {
  const [asks, customer] = [await signedInAt(gateway), await addPerson(gateway.parts, { role: "customer" })];
  const loginOf = () => gateway.stores.logins.findOne({ user: asks.userId });
  const before = await loginOf();
  const change = { phone: "9000000017", rev: customer.rev };

  const answer = await asks.post("/approvals", { kind: "user", record: customer._id, reason: "A new phone", change });

  expect(answer.status).toBe(200);
  expect(await loginOf()).toEqual(before);
});

test("whoever withdraws a request for a second person writes their record first, which a suspension holds", async () => {
  const [asks, customer] = [await signedInAt(gateway), await addPerson(gateway.parts, { role: "customer" })];
  const change = { phone: "9000000018", rev: customer.rev };
  const request = { kind: "user", record: customer._id, reason: "A new phone", change };
  const { approval } = (await asks.post("/approvals", request)).body;
  const recordOf = () => gateway.stores.users.findOne({ _id: asks.userId });
  const before = await recordOf();

  const answer = await asks.post(`/approvals/${approval._id}/decline`, { reason: "Not needed" });

  expect(answer.status).toBe(200);
  expect((await recordOf())?.heldToChange).not.toEqual(before?.heldToChange);
});

test("whoever cancels a report of theirs, or ends its repetition, writes their record first, which a suspension holds", async () => {
  const asks = await signedInAt(gateway);
  const heldNow = async () => (await gateway.stores.users.findOne({ _id: asks.userId }))?.heldToChange?.toHexString();
  const days = { startDate: "2026-01-01", endDate: "2026-01-02" };
  const { report } = (await asks.post("/reports", { reportType: "Order", vendingMachine: "all", ...days })).body;
  const { schedule } = (await asks.post(`/reports/${report._id}/schedule`, { repetition: { every: "day" } })).body;

  expect((await asks.delete(`/reports/schedules/${schedule._id}`)).status).toBe(200);
  const first = await heldNow();
  expect((await asks.post(`/reports/${report._id}/cancel`)).status).toBe(200);

  expect(first).toBeDefined();
  expect(await heldNow()).not.toBe(first);
});

test("who changes an operator's record again and again waits, so that an admin's form of it can be saved", async () => {
  const [busy, admin] = [await signedInAt(gateway), await signedInAt(gateway, "admin")];
  const rename = (name: string) => busy.put(`/users/${busy.userId}`, { name });
  for (let at = 0; at < 10; at += 1) expect((await rename(`Name ${at}`)).status).toBe(200);

  expect((await rename("One more")).body).toMatchObject({ code: "too-many", retryAfterSeconds: 60 });

  const { rev } = (await gateway.stores.users.findOne({ _id: busy.userId })) ?? {};
  expect((await admin.put(`/users/${busy.userId}`, { needDeposit: true, rev })).status).toBe(200);
  gateway.clock.advance(minute);
  expect((await rename("A minute later")).status).toBe(200);
});

test("a script without a proof holds nobody's record: a change of access that changes nothing is not written", async () => {
  const [script, colleague] = [await signedInAt(gateway), await signedInAt(gateway)];
  await gateway.stores.logins.updateMany({ user: script.userId }, { $unset: { provedUntil: "" } });
  const recordOf = () => gateway.stores.users.findOne({ _id: colleague.userId });
  const before = await recordOf();

  await script.put(`/users/${colleague.userId}`, { suspend: false });

  expect(await recordOf()).toEqual(before);
});

test("an admin's call that changes nothing of a colleague's access, or is made on an older record, holds neither record nor sign-in", async () => {
  const [script, colleague] = [await signedInAt(gateway, "admin"), await signedInAt(gateway, "admin")];
  const stored = () =>
    Promise.all([
      gateway.stores.users.findOne({ _id: colleague.userId }),
      gateway.stores.logins.find({ user: colleague.userId }).toArray(),
    ]);
  await script.put(`/users/${colleague.userId}`, { name: "Another name" });
  const before = await stored();

  await script.put(`/users/${colleague.userId}`, { suspend: false });
  const stale = await script.put(`/users/${colleague.userId}`, { suspend: true, rev: 0 });

  expect(stale.status).toBe(409);
  expect(await stored()).toEqual(before);
});

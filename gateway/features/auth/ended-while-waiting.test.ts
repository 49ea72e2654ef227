import { setTimeout as pause } from "node:timers/promises";
import { ObjectId } from "mongodb";
import type { Response } from "supertest";
import { expect, onTestFinished, test } from "vitest";
import { createReportFiles } from "#shared/reports/report-files.server.ts";
import { aReport } from "#shared/runtime/testing/stored-reports.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { aWebhook } from "#shared/runtime/testing/stored-webhooks.ts";
import { transactionLimits } from "#shared/runtime/transaction-turns.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { callsAtOnce } from "../../http/operator-turns.ts";
import { addCommandedMachine, claimAsGateway, startAsWorker } from "../../testing/commanded-machine.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { type SignedInOperator, signedInAt } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";
import { addKey } from "../intake/testing/shop.ts";

const gateway = setUpGateway({ limits: { storeLastUseEveryMs: 0 } });

/** Every turn of this process's transactions is taken, as on a busy one, until the returned function is called. */
const takeTurns = () => {
  let free: (() => void) | undefined;
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  const taken = Array.from({ length: transactionLimits.atOnce }, () => gateway.parts.mongo.inTransaction(() => freed));
  const give = async () => {
    free?.();
    await Promise.all(taken);
  };
  onTestFinished(give);
  return give;
};

type Call = ["get" | "post" | "put" | "delete", path: string, body: object];
const ofWebhook = async (path: string) => {
  const webhook = aWebhook([], { address: `https://app.example/${path}` });
  await gateway.stores.webhooks.insertOne(webhook);
  return `/webhooks/${webhook._id}${path}`;
};
const calls: [what: string, () => Promise<Call>][] = [
  ["makes an API key", async () => ["post", "/api-keys", { name: "Too late" }]],
  ["has events sent elsewhere", async () => ["post", "/webhooks", { address: "https://late.example/" }]],
  ["moves a webhook", async () => ["put", await ofWebhook(""), { address: "https://later.example/" }]],
  ["reads a new secret of a webhook", async () => ["post", await ofWebhook("/secret"), {}]],
  ["changes the settings", async () => ["put", "/settings", { refundsAlone: 3 }]],
  [
    "reads a new secret of a unit",
    async () => {
      const { _id } = await addUnit(gateway.parts, await addMachine(gateway.parts));
      return ["post", "/vending-machines/registered-vending-machine/new-secret", { _id: `${_id}` }];
    },
  ],
  [
    "registers a unit",
    async () => {
      const unit = {
        serialNumber: "CU-LATE",
        name: "Late",
        vendingMachine: `${(await addMachine(gateway.parts))._id}`,
      };
      return ["post", "/vending-machines/register-request", unit];
    },
  ],
  [
    "gives a can back",
    async () => {
      const can = aTransaction(await addPerson(gateway.parts, { role: "customer" }), await addMachine(gateway.parts));
      await gateway.stores.canTransactions.insertOne(can);
      return ["put", `/transactions/${can._id}/refund-can`, {}];
    },
  ],
  [
    "opens a door",
    async () => {
      const { vendingMachineId } = (await addCommandedMachine(gateway.parts)).machine;
      return ["post", "/control-units/open", { vendingMachineId, containers: ["1"] }];
    },
  ],
];
const statusOf = ({ status }: Response) => status;
type Signed = Awaited<ReturnType<typeof gateway.signIn>>;
const signOut = ({ userId }: Signed) =>
  gateway.stores.logins.updateMany({ user: userId }, { $set: { endedAt: new Date() } });
const demote = ({ userId }: Signed) => gateway.stores.users.updateOne({ _id: userId }, { $set: { role: "staff" } });

/** Sends a call that waits for its turn while something happens. */
const sentBefore = async (happens: (by: Signed) => Promise<unknown>, by: Signed, [method, path, body]: Call) => {
  const usedAt = async () => (await gateway.stores.logins.findOne({ user: by.userId }))?.lastUsedAt?.getTime();
  const before = await usedAt();
  const giveTurns = takeTurns();
  const answer = gateway.request[method](path).set("authorization", `Bearer ${by.token}`).send(body).then(statusOf);
  await eventually(async () => expect(await usedAt()).not.toBe(before));
  await happens(by);
  await giveTurns();
  return answer;
};
const doneBy = ({ userId }: Signed) => gateway.stores.audit.countDocuments({ "actor.id": userId });

test.each(calls)("a sign-in that ends while its call waits %s no more", async (_what, callFor) => {
  const by = await gateway.signIn("admin");

  expect(await sentBefore(signOut, by, await callFor())).toBe(401);
  expect(await doneBy(by)).toBe(0);
});

const ofOwn: [what: string, (own: ObjectId, by: Signed) => Call][] = [
  ["all other ones", () => ["delete", "/auth/logins", {}]],
  ["one of them", (own) => ["delete", `/auth/logins/${own}`, {}]],
  ["a name", (_own, { userId }) => ["put", `/users/${userId}`, { name: "Of a thief" }]],
];
test.each(ofOwn)(
  "a stolen sign-in that its operator ends while its call waits ends or changes nothing: %s",
  async (_what, callFor) => {
    const by = await gateway.signIn("staff");
    const stolen = await gateway.stores.logins.findOne({ user: by.userId });
    const own = await gateway.openLogin(by.userId);
    const { _id } = (await gateway.stores.logins.findOne({ user: by.userId, _id: { $ne: stolen?._id } })) ?? {};
    const end = () => gateway.stores.logins.updateOne({ _id: stolen?._id }, { $set: { endedAt: new Date() } });

    expect(await sentBefore(end, by, callFor(_id as ObjectId, by))).toBe(401);

    const me = await gateway.request.get("/auth/me").set("authorization", `Bearer ${own}`);
    expect([me.status, me.body.user?.name]).toEqual([200, "Test staff"]);
  },
);

test("calls about a stolen sign-in, however many, keep none about its operator's own one waiting", async () => {
  const { token, userId } = await gateway.signIn("staff");
  const own = `Bearer ${await gateway.openLogin(userId)}`;
  const giveTurns = takeTurns();
  const held = Array.from({ length: callsAtOnce }, () =>
    gateway.request.delete(`/auth/logins/${new ObjectId()}`).set("authorization", `Bearer ${token}`).then(statusOf),
  );
  await pause(1_000);
  let isAnswered = false;
  const more = gateway.request.get("/auth/account").set("authorization", `Bearer ${token}`);
  void more.then(() => {
    isAnswered = true;
  });

  expect((await gateway.request.get("/auth/account").set("authorization", own)).status).toBe(200);

  expect(isAnswered).toBe(false);
  await giveTurns();
  expect(await Promise.all(held)).toEqual(held.map(() => 404));
});

test("an admin who is made staff while their call waits makes no API key", async () => {
  const by = await gateway.signIn("admin");

  expect(await sentBefore(demote, by, ["post", "/api-keys", { name: "Of staff" }])).toBe(403);
  expect(await doneBy(by)).toBe(0);
});

test("who stays signed in is served, however long their call waited; and who signs out, or gives up their role", async () => {
  const by = await gateway.signIn("admin");
  await gateway.signIn("admin");
  const nothing = async () => undefined;

  expect(await sentBefore(nothing, by, ["put", "/settings", { refundsAlone: 4 }])).toBe(200);
  expect(await sentBefore(nothing, by, ["put", `/users/${by.userId}`, { role: "staff" }])).toBe(200);
  expect(await sentBefore(nothing, by, ["post", "/auth/logout", {}])).toBe(200);
  expect(await doneBy(by)).toBe(3);
});

test("an API key that ends while its call waits does nothing any more", async () => {
  const { apiKeys, accountDeletions } = gateway.stores;
  const user = await addPerson(gateway.parts, { role: "customer" });
  const { key, id } = await addKey(gateway.parts, "waits");
  const usedAt = async () => (await apiKeys.findOne({ _id: id }))?.lastUsedAt;
  const giveTurns = takeTurns();
  const answer = gateway.request
    .post("/intake/account-deletion")
    .set({ "x-api-key": key, "idempotency-key": "waits" })
    .send({ phone: user.phone })
    .then(statusOf);
  await eventually(async () => expect(await usedAt()).not.toBeNull());
  await apiKeys.updateOne({ _id: id }, { $set: { endedAt: new Date() } });
  await giveTurns();

  expect(await answer).toBe(401);
  expect(await accountDeletions.countDocuments({ user: user._id })).toBe(0);
});

test("doors that a suspended operator's commands have not reached yet stay closed, and those of others open", async () => {
  const { vendingMachineId } = (await addCommandedMachine(gateway.parts)).machine;
  const [gone, stays, admin] = [
    await signedInAt(gateway),
    await signedInAt(gateway),
    await signedInAt(gateway, "admin"),
  ];
  const open = async ({ post }: SignedInOperator, label: string) => {
    const { body } = await post("/control-units/open", { vendingMachineId, containers: [label] });
    return new ObjectId(String(body.sessionId));
  };
  const [first, second] = [await open(stays, "1"), await open(gone, "2")];

  expect((await admin.put(`/users/${gone.userId}`, { suspend: true })).status).toBe(200);

  const { sessions, sessionRows, audit } = gateway.stores;
  expect(await sessions.findOne({ _id: second })).toMatchObject({ status: "cancelled" });
  expect(await sessionRows.find({ session: second }).toArray()).toMatchObject([{ end: "cancelled" }]);
  expect(await sessions.findOne({ _id: first })).toMatchObject({ status: "queued" });
  expect(await audit.findOne({ "record.id": `${second}`, verb: "control-unit.cancelled" })).toMatchObject({
    actor: { id: admin.userId },
  });
});

test("a suspended operator's command that no gateway has claimed yet is never sent; one that was sent goes on", async () => {
  const [gone, admin] = [await signedInAt(gateway), await signedInAt(gateway, "admin")];
  const started = async (path: "open" | "lock-status", isSent = false) => {
    const { vendingMachineId } = (await addCommandedMachine(gateway.parts)).machine;
    const { body } = await gone.post(`/control-units/${path}`, { vendingMachineId, containers: ["1"] });
    const id = String(body.sessionId);
    await startAsWorker(gateway.parts, id);
    if (isSent) await claimAsGateway(gateway.parts, id);
    return id;
  };
  const [unclaimed, sent, asked] = [await started("open"), await started("open", true), await started("lock-status")];

  expect((await admin.put(`/users/${gone.userId}`, { suspend: true })).status).toBe(200);

  const statusOfSession = async (id: string) =>
    (await gateway.stores.sessions.findOne({ _id: new ObjectId(id) }))?.status;
  expect(await claimAsGateway(gateway.parts, unclaimed)).toBe(false);
  expect(await statusOfSession(unclaimed)).toBe("cancelled");
  expect(await statusOfSession(sent)).toBe("running");
  expect(await statusOfSession(asked)).toBe("running");
});

test("nothing of a file that waited for its turn is sent to a sign-in that ended meanwhile", async () => {
  const by = await gateway.signIn("staff");
  const file = new ObjectId();
  const source = async function* () {
    yield Buffer.from("of a customer");
  };
  const bytes = await createReportFiles(gateway.parts.mongo).store(file, source(), new AbortController().signal);
  const report = aReport({ by: by.userId, state: "done", endedAt: new Date(), file, bytes });
  await gateway.stores.reports.insertOne(report);

  expect(await sentBefore(signOut, by, ["get", `/reports/${report._id}/file`, {}])).toBe(401);
});

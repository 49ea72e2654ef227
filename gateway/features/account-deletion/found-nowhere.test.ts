import { randomUUID } from "node:crypto";
import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { createReportFiles } from "#shared/reports/report-files.server.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aPenalty } from "#shared/runtime/testing/stored-records.ts";
import { aReport } from "#shared/runtime/testing/stored-reports.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { signedInAt } from "../../testing/operator.ts";
import { openShop } from "../intake/testing/shop.ts";
import { setUpDeletionFixture } from "./testing/deletion.fixture.ts";

const fixture = setUpDeletionFixture();

const called = { name: "Xanthippe Vanderquill", email: "xanthippe@vanderquill.example" };
const inWords = "Xanthippe says that vanderquill, XANTHIPPE@vanderquill.example, waits";

const inDevanagari = (phone: string) => phone.replace(/\d/g, (digit) => String.fromCharCode(0x0966 + Number(digit)));

/** Each text that an operator may type on a record of theirs. */
const typeTexts = async (user: UserDocument) => {
  const { staff, stores } = fixture;
  const path = `/users/${user._id}`;
  await staff.post(`/penalty/${user._id}`, { amount: 2, quantity: 1, message: inWords }).set("idempotency-key", "p");
  const penalty = aPenalty(user._id, { message: inWords });
  await stores.penalties.insertOne(penalty);
  await staff.put(`/penalty/${penalty._id}`, { canceled: true, message: inDevanagari(user.phone), reason: inWords });
  await staff.put(`${path}/note`, { note: `${inWords}, ${user.phone}` });
  await fixture.admin.put(path, { name: "Xanthippe of old", phone: "5333333333", email: "old@vanderquill.example" });
  await fixture.admin.put(path, { ...called, phone: user.phone });
  await staff.put(`/cans/limit/${user._id}`, { cansLimit: 4, reason: inWords });
  await staff.put(`/deposit/${user._id}`, { freeDeposit: 2, reason: inWords }).set("idempotency-key", "d");
};

/** Orders and cans, with the words that are said about them. */
const buyAndTake = async (user: UserDocument) => {
  const { staff, stores } = fixture;
  const other = await signedInAt(fixture.gateway);
  const shop = await openShop(fixture.parts, { cans: 5 });
  const order = { phone: user.phone, name: called.name, email: called.email };
  const lines = [shop.line(shop.cola, 1)];
  const placed = await fixture.intake("/intake/orders", { ...order, vendingMachine: `${shop.machine._id}`, lines });
  const { _id: orderId } = placed.body.order;
  await staff.put(`/orders/${orderId}`, { orderStatus: "payment canceled", reason: inWords });
  await stores.orders.updateOne({ _id: new ObjectId(`${orderId}`) }, { $set: { flags: ["other amount"] } });
  await staff.post(`/payment/review/${orderId}`, { flags: ["other amount"], reason: inWords });

  const at = await fixture.addSelling();
  const refundable = [aTransaction(user, at.machine), aTransaction(user, at.machine)];
  await stores.canTransactions.insertMany(refundable);
  const [first] = refundable.map(({ _id }) => `/transactions/${_id}`);
  await staff.put(`${first}`, { comment: inWords });
  const given = aTransaction(user, at.machine, { status: "opened" });
  await stores.canTransactions.insertOne(given);
  await staff.put(`/transactions/${given._id}`, { comment: inWords });
  await fixture.intake("/intake/returns", { transactionId: given.transactionId });
  await staff.put(`${first}/refund-can`).set("idempotency-key", "r");
  await fixture.admin.put("/settings", { refundsAlone: 0 });
  const call = () =>
    staff.post("/approvals", { kind: "refund", record: `${refundable[1]?._id}`, change: {}, reason: inWords });
  const { body: refused } = await call().set("idempotency-key", "q");
  await other.post(`/approvals/${refused.approval._id}/decline`, { reason: inWords }).set("idempotency-key", "n");
  const { body: anew } = await call();
  await other.post(`/approvals/${anew.approval._id}/approve`, {}).set("idempotency-key", "a");
  // A requested phone that was never confirmed.
  const rev = (await staff.get(`/users/${user._id}/all`)).body.data.user.rev;
  const phone = { kind: "user", record: `${user._id}`, change: { phone: "5555555555", rev }, reason: inWords };
  await staff.post("/approvals", phone).set("idempotency-key", "u");
};

/** Exports of their lists, repeated and made into files. */
const exportLists = async (user: UserDocument) => {
  const { staff, stores } = fixture;
  const filters = [{ phone: user.phone }, { email: called.email }, { user: "xanthippe v" }, { phone: "5333333333" }];
  const requested: string[] = [];
  for (const [at, one] of filters.entries()) {
    const list = at === 1 ? "users" : "orders";
    const { body } = await staff.post("/reports/lists", { list, filters: one }).set("idempotency-key", `x${at}`);
    requested.push(body.report._id);
  }
  await stores.reports.updateMany({ by: staff.userId }, { $set: { state: "done", endedAt: new Date() } });
  await staff.post(`/reports/${requested[0]}/schedule`, { repetition: { every: "day" } }).set("idempotency-key", "s");
  const files = createReportFiles(fixture.parts.mongo);
  const file = new ObjectId();
  async function* source() {
    yield Buffer.from(`${called.name},${user.phone}`);
  }
  await files.store(file, source(), new AbortController().signal);
  await files.namePeople(file, [`${user._id}`]);
  await stores.reports.insertOne(aReport({ state: "done", file, endedAt: new Date() }));
  // As views were kept before persons were left out of them, and one that somebody named after them.
  await stores.listViews.insertOne({
    _id: new ObjectId(),
    views: [
      { list: "orders", name: "hers", query: `phone=${user.phone}` },
      { list: "orders", name: called.name, query: "status=processing" },
      { list: "orders", name: "others", query: "status=processing" },
    ],
  });
};

test("a person who was everywhere that Cansole keeps people is found nowhere any more", async () => {
  const at = await fixture.addSelling();
  const user = await fixture.addTaker(at, { cans: 2, ...called });
  await typeTexts(user);
  await buyAndTake(user);
  await exportLists(user);
  // Somebody tries to sign in with their phone; and the customers' app requests the deletion.
  await fixture.gateway.request.post("/auth/otp").send({ phone: user.phone });
  await fixture.gateway.request.post("/auth/login").send({ email: called.email, password: "not hers at all" });
  await fixture.send(user, randomUUID());
  // Everything is compared as the bytes that are stored.
  const bytes = Buffer.from(inDevanagari(user.phone)).toString("latin1");
  const names = new RegExp(`xanthippe|vanderquill|${user.phone}|${bytes}|5333333333|5555555555`, "i");
  const naming = (found: Record<string, string>) =>
    Object.keys(found)
      .filter((name) => names.test(found[name] ?? ""))
      .sort();
  expect(naming(await fixture.everything())).toEqual([
    ...[
      "approvals",
      "audit",
      "canTransactions",
      "depositRows",
      "idempotencyKeys",
      "listViews",
      "notes",
      "orders",
      "penalties",
    ],
    ...["reportFiles.chunks", "reportSchedules", "reports", "users"],
  ]);

  const { action } = await fixture.confirmed(user);
  const { status, body } = await action();
  expect([status, body.error]).toEqual([200, undefined]);
  // As report workers do each minute.
  await createReportFiles(fixture.parts.mongo).sweep();

  expect(naming(await fixture.everything())).toEqual([]);
  expect(naming(await fixture.everyKey())).toEqual([]);
  const views = await fixture.stores.listViews.find().toArray();
  expect(views.flatMap((one) => one.views.map(({ name }) => name))).toEqual(["others"]);
});

test("an export is answered again by its key, and the kept answer names nobody", async () => {
  const requested = { list: "orders", filters: { phone: "5444444444", user: "quentin" } };
  const call = () => fixture.staff.post("/reports/lists", requested).set("idempotency-key", "twice");

  const [first, second] = [await call(), await call()];

  expect([first.status, second.body]).toEqual([200, first.body]);
  expect(first.body.report.filters).toMatchObject(requested.filters);
  const kept = await fixture.stores.idempotencyKeys.find({ _id: /:twice$/ }).toArray();
  expect(kept.map(({ reply }) => JSON.parse(reply))).toEqual([{ id: first.body.report._id }]);
  const line = await fixture.stores.audit.findOne({ verb: "report.asked", "record.id": first.body.report._id });
  expect(line?.after?.filters).toMatchObject({ phone: "[phone]", user: "[user]" });
});

test("nothing is written about a deleted account, and its phone is free for a new one", async () => {
  const at = await fixture.addSelling();
  const user = await fixture.addTaker(at);
  const order = anOrder(user, at.machine, { status: "payment failed" });
  const can = aTransaction(user, at.machine, { status: "opened" });
  const penalty = aPenalty(user._id, { paid: true });
  await fixture.stores.orders.insertOne(order);
  await fixture.stores.canTransactions.insertOne(can);
  await fixture.stores.penalties.insertOne(penalty);
  await (await fixture.confirmed(user)).action();
  const _id = `${user._id}`;
  const { vendingMachineId } = at.machine;

  const answers = [
    await fixture.staff.put(`/users/${_id}`, { name: "Back again" }),
    await fixture.staff.put(`/users/${_id}/note`, { note: "was here" }),
    await fixture.staff.put(`/deposit/${_id}`, { freeDeposit: 1 }),
    await fixture.staff.put(`/cans/limit/${_id}`, { cansLimit: 1 }),
    await fixture.staff.put(`/cans/${_id}`, { totalCans: 1, cans: 1, vendingMachine: vendingMachineId, brand: "Cola" }),
    await fixture.staff.post(`/penalty/${_id}`, { amount: 1, quantity: 1 }),
    await fixture.staff.put(`/penalty/${penalty._id}`, { message: "Zebulon again" }),
    await fixture.staff.put(`/transactions/${can._id}`, { comment: "Zebulon again" }),
    await fixture.staff.put(`/orders/${order._id}`, { orderStatus: "payment canceled", reason: "Zebulon again" }),
    await fixture.staff.put(`/orders/${order._id}`, { orderStatus: "payment successful" }),
    await fixture.intake("/intake/returns", { transactionId: can.transactionId }),
  ];

  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
    answers.map(() => [409, "This account was deleted"]),
  );
  expect((await fixture.take(user, at)).status).toBe(404);
  expect(
    (await fixture.staff.post("/auth/register", { phone: user.phone, name: "New", role: "customer" })).status,
  ).toBe(200);
});

import { describe, expect, test } from "vitest";
import { anOrder, anOrderStep } from "#shared/runtime/testing/stored-orders.ts";
import { aDepositRow, aPenalty } from "#shared/runtime/testing/stored-records.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { addPerson } from "../../testing/people.ts";
import { setUpDeletionFixture } from "./testing/deletion.fixture.ts";

const fixture = setUpDeletionFixture();

const called = { name: "Zebulon Quistgaard", email: "zebulon@quistgaard.example" };
const inWords = "Zebulon says that quistgaard, ZEBULON@quistgaard.example, waits";

/** A customer with cans, deposits, a penalty, and texts about them wherever operators can write some. */
const aKnownCustomer = async () => {
  const at = await fixture.addSelling();
  const user = await fixture.addTaker(at, { cans: 3, ...called });
  const _id = `${user._id}`;
  await fixture.pay(user._id, {
    deposit: 2_000,
    depositBought: 2,
    depositUsed: 1,
    freeDeposit: 1,
    securityDeposit: 50_000,
  });
  const { body } = await fixture.staff.post(`/penalty/${_id}`, { amount: 12.5, quantity: 2, message: inWords });
  const paid = aPenalty(user._id, { paid: true, message: `${inWords} for ${user.phone}` });
  await fixture.stores.penalties.insertOne(paid);
  await fixture.staff.put(`/users/${_id}/note`, { note: `${inWords}, ${user.phone}` });
  await fixture.staff.put(`/users/${_id}`, { name: "Zebulon J Quistgaard", email: "z@quistgaard.example" });
  await fixture.staff.put(`/users/${_id}`, called);
  await fixture.staff.put(`/cans/limit/${_id}`, { cansLimit: 4, reason: inWords });
  await fixture.staff.put(`/deposit/${_id}`, { freeDeposit: 2, reason: inWords });
  const order = anOrder(user, at.machine, {
    status: "payment failed",
    steps: [anOrderStep({ reason: "" }), anOrderStep({ reason: inWords })],
  });
  await fixture.stores.orders.insertOne(order);
  const can = aTransaction(user, at.machine, { status: "opened" });
  await fixture.stores.canTransactions.insertOne(can);
  await fixture.staff.put(`/transactions/${can._id}`, { comment: inWords });
  await fixture.stores.depositRows.insertOne(
    aDepositRow(user._id, { deposit: 0, depositBought: 0, reason: `told +91${user.phone}` }),
  );
  // Lists of theirs that were exported.
  for (const [list, filters] of [
    ["orders", { phone: user.phone }],
    ["users", { email: called.email }],
    ["orders", { user: "zebulon q" }],
  ] as const)
    await fixture.staff.post("/reports/lists", { list, filters });
  // A reply that names them is stored for a repeat.
  const { path, user: other } = await fixture.unopened({}, { name: "Somebody Else" });
  await fixture.staff.put(`${path}/refund-can`).set("idempotency-key", `of-${other._id}`);
  const refundable = aTransaction(user, at.machine, {});
  await fixture.stores.canTransactions.insertOne(refundable);
  await fixture.staff.put(`/transactions/${refundable._id}/refund-can`).set("idempotency-key", `of-${_id}`);
  return { user, at, penalty: body.penalty._id as string, order, can };
};

test("what stands open is said, written off by rows, and the person is nowhere any more", async () => {
  const { user, penalty, order, can } = await aKnownCustomer();
  const names = new RegExp(`zebulon|quistgaard|${user.phone}`, "i");
  const before = await fixture.everything();
  expect(
    Object.keys(before)
      .filter((name) => names.test(before[name] ?? ""))
      .sort(),
  ).toEqual([
    ...[
      "audit",
      "canTransactions",
      "depositRows",
      "idempotencyKeys",
      "notes",
      "orders",
      "penalties",
      "reports",
      "users",
    ],
  ]);

  const { path, standing, action } = await fixture.confirmed(user);
  expect(standing).toEqual({
    cans: 4,
    deposit: 20,
    securityDeposit: 500,
    depositBought: 2,
    depositUsed: 1,
    freeDeposit: 2,
    penalties: 1,
    penaltiesAmount: 25,
    processingOrders: 0,
    pendingTransactions: 0,
  });
  const { status, body } = await action();

  expect([status, body.error]).toEqual([200, undefined]);
  expect(body.request).toMatchObject({ UserPhoneNumber: `deleted-${user._id}`, requestProcessed: true, rev: 1 });
  const after = await fixture.everything();
  expect(Object.keys(after).filter((name) => names.test(after[name] ?? ""))).toEqual([]);
  await fixture.expectNothingHeld(user._id);
  expect(await fixture.stores.users.findOne({ _id: user._id })).toMatchObject({
    name: "Account deleted",
    phone: `deleted-${user._id}`,
    email: "",
    penaltiesOwed: 0,
    deletedAt: expect.any(Date),
  });
  expect((await fixture.staff.get(`/penalty/${penalty}`)).body.penalty).toMatchObject({ canceled: true, paid: false });
  const rows = await fixture.stores.canLedger.find({ user: user._id, message: "Account deleted" }).toArray();
  expect(rows.map(({ debit }) => debit).sort()).toEqual([1, 3]);
  for (const { ref } of rows) expect(ref).toEqual({ kind: "operator", id: fixture.admin.userId });
  expect(await fixture.stores.orders.findOne({ _id: order._id })).toMatchObject({ netAmount: order.netAmount });
  expect((await fixture.stores.canTransactions.findOne({ _id: can._id }))?.comment).toMatch(
    /^Account deleted says that/,
  );
  const line = await fixture.stores.audit.findOne({ verb: "account.deleted", "record.id": `${user._id}` });
  expect(line).toMatchObject({ actor: { id: fixture.admin.userId }, before: standing });
  // The replies of others wait on.
  expect(before.idempotencyKeys).toContain("Somebody Else");
  expect(after.idempotencyKeys).toContain("Somebody Else");
  expect((await fixture.admin.post(path, { standing })).body.error).toBe("This account was deleted");
});

test("an earlier name is forgotten as well", async () => {
  const at = await fixture.addSelling();
  const user = await fixture.addTaker(at, { cans: 1, name: "Perpetua Oldname", email: "perpetua@before.example" });
  const can = aTransaction(user, at.machine, { status: "opened" });
  await fixture.stores.canTransactions.insertOne(can);
  const former = user.phone;
  const comment = `Perpetua, ${former}, perpetua@before.example called`;
  await fixture.staff.put(`/transactions/${can._id}`, { comment });
  const now = { name: "Quirina Newname", email: "quirina@after.example", phone: "5222222222" };
  expect((await fixture.admin.put(`/users/${user._id}`, now)).status).toBe(200);

  const { action } = await fixture.confirmed({ ...user, ...now });
  expect((await action()).status).toBe(200);

  const after = await fixture.everything();
  const names = new RegExp(`perpetua|oldname|quirina|newname|${former}|${now.phone}`, "i");
  expect(Object.keys(after).filter((name) => names.test(after[name] ?? ""))).toEqual([]);
});

test("a name is forgotten in whichever spelling an operator typed it: as one sign, or as a letter and its dot", async () => {
  const at = await fixture.addSelling();
  // As a name is stored that was typed like this comment.
  const user = await fixture.addTaker(at, { name: "\u0930\u095b\u093e".normalize("NFC") });
  const can = aTransaction(user, at.machine, { status: "opened" });
  await fixture.stores.canTransactions.insertOne(can);
  await fixture.staff.put(`/transactions/${can._id}`, { comment: "\u0930\u095b\u093e called" });

  expect((await (await fixture.confirmed(user)).action()).status).toBe(200);

  const { comment } = (await fixture.stores.canTransactions.findOne({ _id: can._id })) ?? {};
  expect(comment).toBe("Account deleted called");
});

test("who was an operator once loses logins, devices, and the name on their notes", async () => {
  const { userId, put } = await (async () => {
    const staff = await fixture.admin.post("/auth/register", {
      phone: "5222222222",
      name: "Wilhelmina Ott",
      role: "staff",
    });
    const token = await fixture.gateway.openLogin(
      (await fixture.stores.users.findOne({ phone: "5222222222" }))?._id ?? ({} as never),
    );
    const call = (path: string, body: object) =>
      fixture.gateway.request.put(path).set("authorization", `Bearer ${token}`).send(body);
    return { userId: staff.body.user._id as string, put: call };
  })();
  const other = await addPerson(fixture.parts, { role: "customer" });
  await put(`/users/${other._id}/note`, { note: "comes on Mondays" });
  await put(`/users/${other._id}/note`, { note: "comes on Tuesdays" });
  const user = await fixture.stores.users.findOne({ phone: "5222222222" });
  if (!user) throw new Error("the user was registered");
  await fixture.stores.devices.insertOne({
    _id: user._id,
    user: user._id,
    tokenHash: "hers",
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 1_000_000),
  });
  const refused = await fixture.admin.get(await fixture.pathOf(user));
  expect(refused.body.whyNot).toBe("This is an operator's account: make the user a customer first");
  expect((await fixture.admin.post(await fixture.pathOf(user), { standing: refused.body.standing })).status).toBe(409);

  await fixture.admin.put(`/users/${userId}`, { role: "customer" });
  expect((await (await fixture.confirmed(user)).action()).status).toBe(200);

  const found = await fixture.everything();
  expect(Object.keys(found).filter((name) => /wilhelmina|ott\b|5222222222/i.test(found[name] ?? ""))).toEqual([]);
  expect(await fixture.stores.logins.countDocuments({ user: user._id, endedAt: null })).toBe(0);
  expect(await fixture.stores.devices.countDocuments({ user: user._id })).toBe(0);
  expect((await fixture.staff.get(`/users/${other._id}/all`)).body.data.note).toMatchObject({
    note: "comes on Tuesdays",
    author: "Account deleted",
  });
});

describe("is refused", () => {
  test("to a token alone: what is done for good is confirmed by who signed in", async () => {
    const user = await fixture.addTaker(await fixture.addSelling(), { cans: 2 });
    await fixture.pay(user._id, { deposit: 50_000 });
    const { path, standing, action } = await fixture.confirmed(user);
    const stolen = await fixture.gateway.openLogin(fixture.admin.userId, { isProved: false });

    const alone = await fixture.gateway.request.post(path).set("authorization", `Bearer ${stolen}`).send({ standing });

    expect([alone.status, alone.body.needsProof]).toEqual([403, true]);
    expect(await fixture.stores.users.findOne({ _id: user._id })).toMatchObject({ phone: user.phone, name: user.name });
    expect((await action()).status).toBe(200);
  });

  test("to staff, while something is under way, and where it stands otherwise than was confirmed", async () => {
    const at = await fixture.addSelling();
    const user = await fixture.addTaker(at);
    const { path, standing, action } = await fixture.confirmed(user);
    const asStaff = await fixture.staff.post(path, { standing });
    expect([asStaff.status, asStaff.body.error]).toEqual([403, "Only an admin may delete an account"]);

    await fixture.pay(user._id, { deposit: 1_000, depositBought: 1 });
    const other = await action();
    expect([other.status, other.body]).toEqual([
      409,
      {
        success: false,
        code: expect.any(String),
        error: "What is still open has changed: check it again",
        standing: { ...standing, deposit: 10, depositBought: 1 },
      },
    ]);
    const { insertedId: order } = await fixture.stores.orders.insertOne(anOrder(user, at.machine));
    expect((await (await fixture.confirmed(user)).action()).body.error).toMatch(/^An order is processing/);
    await fixture.stores.orders.updateOne({ _id: order }, { $set: { status: "payment canceled" } });
    const { insertedId: can } = await fixture.stores.canTransactions.insertOne(aTransaction(user, at.machine));
    expect((await (await fixture.confirmed(user)).action()).body.error).toMatch(/^A transaction is pending/);
    await fixture.stores.canTransactions.updateOne({ _id: can }, { $set: { status: "failed" } });

    expect(await fixture.stores.users.findOne({ _id: user._id })).toMatchObject({ phone: user.phone, name: user.name });
    expect((await (await fixture.confirmed(user)).action()).status).toBe(200);
    await fixture.expectNothingHeld(user._id);
  });
});

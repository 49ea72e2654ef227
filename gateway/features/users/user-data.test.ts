import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { profiled } from "#shared/runtime/testing/profiled.ts";
import { anOrder, anOrderStep } from "#shared/runtime/testing/stored-orders.ts";
import { aPenalty } from "#shared/runtime/testing/stored-records.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { UserData } from "#shared/users/user-data.schema.ts";
import { setUpDeletionFixture } from "../account-deletion/testing/deletion.fixture.ts";

const fixture = setUpDeletionFixture();
const read = (id: unknown) => fixture.admin.get(`/users/${id}/data`);

/** A customer of whom each kind of record is kept, beside another one who has the same at the same machine. */
const aKnownCustomer = async () => {
  const { staff, stores } = fixture;
  const at = await fixture.addSelling({ cans: 4 });
  const known = async (name: string) => {
    const email = `${name.toLowerCase()}@kept.example`;
    const user = await fixture.addTaker(at, { cans: 2, name, email, password: "salt:hash" });
    await fixture.pay(user._id, {
      deposit: 1_000,
      depositBought: 1,
      depositUsed: 0,
      freeDeposit: 0,
      securityDeposit: 0,
    });
    await staff.post(`/penalty/${user._id}`, { amount: 2, quantity: 1, message: `${name} owes` });
    await staff.put(`/users/${user._id}/note`, { note: `${name} rang. ${"Long ago. ".repeat(60)}` });
    await staff.put(`/users/${user._id}/note`, { note: `${name} rang` });
    const steps = [anOrderStep({ source: "operator", by: staff.userId, reason: `${name} asked` })];
    const order = anOrder(user, at.machine, { status: "payment failed", steps });
    await stores.orders.insertOne(order);
    await staff.put(`/orders/${order._id}`, { orderStatus: "payment canceled", reason: `${name} said so` });
    const can = (await fixture.take(user, at)).body.transaction;
    await staff.put(`/transactions/${can._id}`, { comment: `${name} waits` });
    const { rev } = (await staff.get(`/users/${user._id}/all`)).body.data.user;
    const change = { phone: user.phone.replace(/^./, "4"), rev };
    const commands = await staff.post("/approvals", {
      kind: "user",
      record: `${user._id}`,
      change,
      reason: `${name} moved`,
    });
    expect(commands.status).toBe(200);
    await fixture.send(user);
    return { user, order, can: `${can._id}`, newPhone: change.phone };
  };
  return { other: await known("Ottokar"), ...(await known("Wilhelmine")) };
};

describe("all that is kept about a user", () => {
  test("is a JSON file with each kind of record, of them alone, and no search reads a collection", async () => {
    const { user, other, order, can, newPhone } = await aKnownCustomer();
    const operators = await fixture.stores.users.find({ role: { $ne: "customer" } }).toArray();

    const answers: Awaited<ReturnType<typeof read>>[] = [];
    const commands = await profiled(fixture.parts.mongo.db, async () => answers.push(await read(user._id)));

    const [answer] = answers;
    expect([answer?.status, answer?.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(answer?.headers["content-disposition"]).toContain(`filename="user-${user._id}.json"`);
    const data = UserData.parse(answer?.body);
    expect(data.user).toMatchObject({ _id: `${user._id}`, name: "Wilhelmine", phone: user.phone, email: user.email });
    expect([data.deposit.depositBought, data.cans.totalCans, data.note.note]).toEqual([1, 1, "Wilhelmine rang"]);
    expect(data.penalties.map(({ message }) => message)).toEqual(["Wilhelmine owes"]);
    expect(data.orders.map(({ _id }) => _id)).toEqual([`${order._id}`]);
    expect(data.transactions.map(({ _id, comment }) => [_id, comment])).toEqual([[can, "Wilhelmine waits"]]);
    expect(data.canLedger.map(({ credit, debit, total }) => [credit, debit, total])).toEqual([
      [2, 0, 2],
      [0, 1, 1],
    ]);
    expect(data.depositRows.map(({ deposit }) => deposit)).toEqual([10]);
    expect(data.transactionLedger.map(({ canTransaction }) => canTransaction)).toEqual([can]);
    expect(data.accountDeletions.map(({ userId }) => userId)).toEqual([`${user._id}`]);
    expect(data.approvals.map(({ what }) => what)).toEqual([expect.stringContaining(newPhone)]);
    expect(new Set(data.audit.map(({ record }) => record.collection))).toEqual(
      new Set(["users", "notes", "penalties", "orders", "canTransactions", "accountDeletions", "approvals"]),
    );
    const longAgo = data.audit
      .flatMap(({ changes }) => changes ?? [])
      .find(({ before }) => before?.includes("Long ago"));
    expect(longAgo?.before).toHaveLength(616);

    const text = JSON.stringify(data);
    for (const word of ["Ottokar", "ottokar", `${other.user._id}`, other.user.phone, "salt:hash", "127.0.0.1"])
      expect(text).not.toContain(word);
    for (const { phone, email } of operators)
      for (const word of [phone, email]) if (word) expect(text).not.toContain(word);
    const scans = commands.filter(({ planSummary }) => planSummary?.includes("COLLSCAN"));
    expect(commands.length).toBeGreaterThan(10);
    expect(scans.map(({ ns, command }) => [ns, command])).toEqual([]);
  });

  test("is for admins who have confirmed that it is they; each download stands in the audit", async () => {
    const { _id } = await fixture.addTaker(await fixture.addSelling());
    const lines = () => fixture.stores.audit.find({ verb: "user.data-read", "record.id": `${_id}` }).toArray();

    const refused = await fixture.staff.get(`/users/${_id}/data`);
    const error = "Only an admin may download a user's data";
    expect([refused.status, refused.body]).toEqual([403, { success: false, code: expect.any(String), error }]);
    const stolen = await fixture.gateway.openLogin(fixture.admin.userId, { isProved: false });
    const unproved = await fixture.gateway.request.get(`/users/${_id}/data`).set("authorization", `Bearer ${stolen}`);
    expect([unproved.status, unproved.body.needsProof]).toEqual([403, true]);
    expect(await lines()).toEqual([]);

    expect((await read(_id)).status).toBe(200);
    const [line, ...more] = await lines();
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      actor: { kind: "operator", id: fixture.admin.userId },
      record: { collection: "users", id: `${_id}` },
      before: null,
      after: null,
    });
  });

  test("of nobody is refused; of a deleted account it is what is left", async () => {
    const nobody = new ObjectId();
    expect((await read(nobody)).status).toBe(404);
    expect(await fixture.stores.audit.countDocuments({ "record.id": `${nobody}` })).toBe(0);
    const at = await fixture.addSelling();
    const user = await fixture.addTaker(at, { cans: 2, name: "Wolfhard Goneby", email: "wolfhard@goneby.example" });
    await fixture.stores.orders.insertOne(anOrder(user, at.machine, { status: "payment failed" }));
    await fixture.staff.put(`/users/${user._id}/note`, { note: "Wolfhard rang" });
    const { action } = await fixture.confirmed(user);
    expect((await action()).status).toBe(200);

    const { status, body } = await read(user._id);

    expect(status).toBe(200);
    const data = UserData.parse(body);
    expect(data.user).toMatchObject({ name: "Account deleted", deletedAt: expect.any(String) });
    expect([data.orders.length, data.canLedger.length]).toEqual([1, 2]);
    expect(data.audit.map(({ verb }) => verb)).toContain("account.deleted");
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`wolfhard|goneby|${user.phone}`, "i"));
  });

  test("of somebody with more records than are read at once is whole", async () => {
    const at = await fixture.addSelling();
    const user = await fixture.addTaker(at);
    const cans = Array.from({ length: 1_203 }, () => aTransaction(user, at.machine, { status: "opened" }));
    await fixture.stores.canTransactions.insertMany(cans);
    await fixture.stores.penalties.insertMany(Array.from({ length: 30 }, () => aPenalty(user._id, { paid: true })));

    const { body } = await read(user._id);

    const data = UserData.parse(body);
    expect(new Set(data.transactions.map(({ _id }) => _id))).toEqual(new Set(cans.map(({ _id }) => `${_id}`)));
    expect([data.transactions.length, data.penalties.length]).toEqual([1_203, 30]);
  });
});

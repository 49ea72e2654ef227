import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aPenalty } from "#shared/runtime/testing/stored-records.ts";
import { aReport } from "#shared/runtime/testing/stored-reports.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { openAccounts } from "#shared/users/open-accounts.server.ts";
import { createOnce } from "../../records/once.ts";
import { addPerson } from "../../testing/people.ts";
import { openShop } from "../intake/testing/shop.ts";
import { createAccountDeletions } from "./account-deletions.service.ts";
import { setUpDeletionFixture } from "./testing/deletion.fixture.ts";

const fixture = setUpDeletionFixture();

/** Often enough that each side wins at times, and that they meet. */
const rounds = Array.from({ length: 4 }, (_, at) => at);

describe("at the same moment", () => {
  test("two admins: one deletes, the other gets a conflict", async () => {
    const at = await fixture.addSelling();
    for (const _ of rounds) {
      const user = await fixture.addTaker(at, { cans: 2 });
      const { action } = await fixture.confirmed(user);
      const answers = await Promise.all([action(), action()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.error).toBe("This account was deleted");
      expect(await fixture.stores.canLedger.countDocuments({ user: user._id, debit: 2 })).toBe(1);
      await fixture.expectNothingHeld(user._id);
    }
  });

  test("an order: it is refused the account, or comes to a new one; never to nobody", async () => {
    const shop = await openShop(fixture.parts, { cans: 40 });
    for (const round of rounds) {
      const user = await addPerson(fixture.parts, { role: "customer" });
      // An older user has no account record yet.
      if (round % 2) await fixture.parts.mongo.inTransaction((s) => openAccounts(fixture.parts.mongo, s, user._id));
      const { action } = await fixture.confirmed(user);
      const order = { phone: user.phone, vendingMachine: `${shop.machine._id}`, lines: [shop.line(shop.cola, 1)] };
      const [ordered, deleted] = await Promise.all([fixture.intake("/intake/orders", order), action()]);

      expect(ordered.status).toBe(200);
      const owner = ordered.body.order.user._id as string;
      if (deleted.status === 200) expect(owner).not.toBe(`${user._id}`);
      else expect([deleted.status, owner]).toEqual([409, `${user._id}`]);
    }
  });

  test("a take: the can comes out or is written off, never both", async () => {
    const at = await fixture.addSelling({ cans: rounds.length });
    for (const _ of rounds) {
      const user = await fixture.addTaker(at);
      const { action } = await fixture.confirmed(user);
      const [taken, deleted] = await Promise.all([fixture.take(user, at), action()]);

      expect([taken.status, deleted.status].sort()).toEqual(deleted.status === 200 ? [200, 404] : [200, 409]);
      const debits = await fixture.stores.canLedger.find({ user: user._id, debit: 1 }).toArray();
      expect(debits.map(({ message }) => message)).toEqual([deleted.status === 200 ? "Account deleted" : "Taken"]);
      await fixture.expectBooksToAgree(user._id);
    }
    expect(
      await fixture.stores.containers.countDocuments({ machine: at.machine._id, reservedUntil: { $type: "date" } }),
    ).toBe(0);
  });

  test("an operator's edits, and texts about the customer: nothing is left on a deleted account", async () => {
    const { machine } = await fixture.addSelling();
    for (const round of [0, 1, 2, 3, 4, 5]) {
      const user = await addPerson(fixture.parts, { role: "customer", name: "Zebulon" });
      const order = anOrder(user, machine, { status: "payment failed" });
      const can = aTransaction(user, machine, { status: "opened" });
      const penalty = aPenalty(user._id, { paid: true });
      await fixture.stores.orders.insertOne(order);
      await fixture.stores.canTransactions.insertOne(can);
      await fixture.stores.penalties.insertOne(penalty);
      const { action } = await fixture.confirmed(user);
      const edits = [
        () => fixture.staff.put(`/deposit/${user._id}`, { freeDeposit: 1 }),
        () => fixture.staff.put(`/users/${user._id}/note`, { note: "Zebulon" }),
        () => fixture.staff.post(`/penalty/${user._id}`, { amount: 1, quantity: 1 }),
        () => fixture.staff.put(`/penalty/${penalty._id}`, { message: "Zebulon" }),
        () => fixture.staff.put(`/transactions/${can._id}`, { comment: "Zebulon" }),
        () => fixture.staff.put(`/orders/${order._id}`, { orderStatus: "payment canceled", reason: "Zebulon" }),
      ];
      const edit = edits[round % edits.length];
      if (!edit) throw new Error("there are edits");
      const [edited, deleted] = await Promise.all([edit(), action()]);

      expect([200, 409]).toContain(edited.status);
      if (deleted.status !== 200) continue;
      expect((await fixture.stores.deposits.findOne({ _id: user._id }))?.freeDeposit).toBe(0);
      expect((await fixture.stores.notes.findOne({ _id: user._id }))?.note).toBe("");
      expect((await fixture.stores.users.findOne({ _id: user._id }))?.penaltiesOwed ?? 0).toBe(0);
      const texts = [
        await fixture.stores.orders.findOne({ _id: order._id }),
        await fixture.stores.canTransactions.findOne({ _id: can._id }),
        await fixture.stores.penalties.findOne({ _id: penalty._id }),
        await fixture.stores.audit
          .find({ "record.id": { $in: [order, can, penalty].map(({ _id }) => `${_id}`) } })
          .toArray(),
      ];
      expect(JSON.stringify(texts)).not.toContain("Zebulon");
    }
  });

  test("edits of the customer without end: the account is deleted all the same", async () => {
    const user = await addPerson(fixture.parts, { role: "customer" });
    const { action } = await fixture.confirmed(user);
    let isOver = false;
    const edits = [
      () => fixture.staff.put(`/users/${user._id}`, { name: `${new ObjectId()}` }),
      () => fixture.staff.put(`/users/${user._id}/note`, { note: `${new ObjectId()}` }),
      () => fixture.staff.put(`/cans/limit/${user._id}`, { cansLimit: Math.ceil(Math.random() * 1_000) }),
    ];
    const loops = edits.map(async (edit) => {
      await edit();
      while (!isOver) await edit();
    });
    await Promise.all(edits.map((edit) => edit()));

    const deleted = await action();

    isOver = true;
    expect(deleted.status).toBe(200);
    await Promise.all(loops);
  });

  test("a report that is begun and made meanwhile is forgotten, one that is still being made begins anew", async () => {
    const { mongo } = fixture.parts;
    const user = await addPerson(fixture.parts, { role: "customer" });
    const { path, standing } = await fixture.confirmed(user);
    const file = new ObjectId();
    const made = aReport({ state: "done", file, bytes: 1 });
    const held = { holder: new ObjectId(), heldUntil: new Date(Date.now() + 60_000) };
    const running = aReport({ state: "running", attempts: 4, ...held });
    let isBegun = false;
    const meanwhile: typeof mongo.inTransaction = (work) =>
      mongo.inTransaction(async (dbSession) => {
        const answer = await work(dbSession);
        if (isBegun) return answer;
        isBegun = true;
        await fixture.stores.reportPeople.insertOne({ _id: new ObjectId(), file, people: [user._id] });
        await fixture.stores.reports.insertMany([made, running]);
        return answer;
      });
    const parts = { ...fixture.parts, mongo: { ...mongo, inTransaction: meanwhile }, once: createOnce(fixture.parts) };
    const admin = { kind: "operator" as const, id: fixture.admin.userId, from: "test" };

    await createAccountDeletions(parts).delete(admin, path.split("/").at(-1) ?? "", standing);

    expect(await fixture.stores.reports.findOne({ _id: made._id })).toMatchObject({ state: "failed", file: null });
    expect(await fixture.stores.reports.findOne({ _id: running._id })).toMatchObject({
      state: "waiting",
      holder: null,
      attempts: 0,
    });
  });

  test("a request for approval: it conflicts with the deletion, or is forgotten with the account", async () => {
    for (const round of rounds) {
      const user = await addPerson(fixture.parts, { role: "customer" });
      const { action } = await fixture.confirmed(user);
      const phone = `81111111${round + 10}`;
      const body = { kind: "user", record: `${user._id}`, change: { phone, rev: 0 }, reason: "a new phone" };
      const [requested, deleted] = await Promise.all([fixture.staff.post("/approvals", body), action()]);

      expect([200, 409]).toContain(requested.status);
      if (deleted.status !== 200) continue;
      const kept = await fixture.stores.approvals.find({ user: user._id }).toArray();
      expect(kept.map(({ state, what }) => [state, what])).toEqual(kept.map(() => ["ended", ""]));
    }
  });
});

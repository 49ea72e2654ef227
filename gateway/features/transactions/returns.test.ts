import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createOnce } from "../../records/once.ts";
import { createCanActions } from "./can-actions.ts";
import { createReturns } from "./returns.service.ts";
import { aDeposit, setUpTakeFixture } from "./testing/take.fixture.ts";

const fixture = setUpTakeFixture();

describe("a can that comes back", () => {
  const returned = (transactionId: string, key?: string) => fixture.intake("/intake/returns", { transactionId }, key);
  const openedCan = async () => {
    const can = await fixture.unopened({}, { needDeposit: true });
    await fixture.stores.canTransactions.updateOne(
      { transactionId: can.transactionId },
      { $set: { status: "opened", containerOpen: true } },
    );
    return can;
  };

  test("frees its slot, pays no rupees, and is returned once", async () => {
    const can = await openedCan();
    const key = randomUUID();

    const first = await returned(can.transactionId, key);
    const repeated = await returned(can.transactionId, key);
    const again = await returned(can.transactionId);

    expect([first.status, first.body.transaction]).toEqual([
      200,
      expect.objectContaining({ returnCan: true, returnedAt: expect.any(String), status: "opened" }),
    ]);
    expect(repeated.body).toEqual(first.body);
    expect([again.status, again.body.error]).toEqual([409, "Already returned"]);
    expect(await fixture.stores.deposits.findOne({ _id: can.user._id })).toMatchObject({ depositUsed: 0, deposit: 0 });
    await fixture.staff.put(can.path, { returnCanVerified: true });
    expect(await fixture.stores.deposits.findOne({ _id: can.user._id })).toMatchObject({ depositUsed: 0 });
    await fixture.expectBooksToAgree(can.user._id);
  });

  test.each(["pending", "failed"] as const)("was taken: one that is %s is refused", async (status) => {
    const can = await fixture.unopened();
    await fixture.stores.canTransactions.updateOne({ transactionId: can.transactionId }, { $set: { status } });

    const { status: code, body } = await returned(can.transactionId);

    expect([code, body.error]).toEqual([409, "Only a can that was taken can be returned"]);
    expect((await returned("CT-nothing")).status).toBe(404);
  });

  test("is verified once it was taken: of one that is pending the flag is a note, and its slot stays occupied", async () => {
    const { path, transactionId, user } = await fixture.unopened({}, { needDeposit: true });
    const used = async () => (await fixture.stores.deposits.findOne({ _id: user._id }))?.depositUsed;

    const early = await fixture.staff.put(path, { returnCanVerified: true });

    expect([early.status, early.body.canTransaction.returnCanVerified, await used()]).toEqual([200, true, 1]);
    await fixture.stores.canTransactions.updateOne({ transactionId }, { $set: { status: "opened" } });
    expect((await returned(transactionId)).status).toBe(200);
    expect(await used()).toBe(0);
    await fixture.expectBooksToAgree(user._id);
  });

  test("with others of its customer at once goes in turn: no transaction is tried again", async () => {
    const at = await fixture.addSelling({ cans: 6 });
    const user = await fixture.addTaker(at, { cans: 6, needDeposit: true });
    await fixture.stores.deposits.insertOne(aDeposit(user._id, { depositBought: 6 }));
    const ids: string[] = [];
    for (let nth = 0; nth < 6; nth += 1) ids.push((await fixture.take(user, at)).body.transaction.transactionId);
    await fixture.stores.canTransactions.updateMany({ user: user._id }, { $set: { status: "opened" } });
    const once = createOnce(fixture.parts);
    const actions = createCanActions({ ...fixture.parts, once });
    let tries = 0;
    const change: typeof actions.change = (...input) => {
      tries += 1;
      return actions.change(...input);
    };
    const { giveBack } = createReturns({ ...fixture.parts, once, actions: { ...actions, change } });
    const actor = { kind: "intake" as const, id: fixture.keyId, from: "test" };

    await Promise.all(
      ids.map((id) => giveBack({ actor, idempotency: { key: randomUUID(), fingerprint: "a return" } }, id)),
    );

    expect(tries).toBe(6);
    expect(await fixture.stores.deposits.findOne({ _id: user._id })).toMatchObject({ depositUsed: 0 });
    await fixture.expectBooksToAgree(user._id);
  });
});

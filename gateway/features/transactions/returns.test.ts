import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { setUpTakeFixture } from "./testing/take.fixture.ts";

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
});

import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { signedInAt } from "../../testing/operator.ts";
import { setUpTakeFixture } from "../transactions/testing/take.fixture.ts";

const fixture = setUpTakeFixture();

/** Repeats the calls that were made with the fixture's key, with another key. */
const withKey = (key: string) => (path: string, body: object, idempotencyKey: string) =>
  fixture.gateway.request.post(path).set({ "x-api-key": key, "idempotency-key": idempotencyKey }).send(body);
const replacing = async (replaces: ObjectId | null) => {
  const admin = await signedInAt(fixture.gateway, "admin");
  const { body } = await admin.post("/api-keys", {
    name: `key ${new ObjectId()}`,
    replaces: replaces && `${replaces}`,
  });
  return withKey(String(body.key));
};

test("a take whose answer was lost is no second can when it is repeated with the key that replaced the first", async () => {
  const at = await fixture.addSelling({ cans: 5 });
  const user = await fixture.addTaker(at, { cans: 5 });
  const input = { phone: user.phone, vendingMachine: at.machine.vendingMachineId, product: `${at.product}` };
  const first = await fixture.intake("/intake/transactions", input, "lost");
  await fixture.stores.apiKeys.updateOne({ _id: fixture.keyId }, { $set: { endedAt: new Date() } });
  const successor = await replacing(fixture.keyId);

  const repeated = await successor("/intake/transactions", input, "lost");

  expect([first.status, repeated.status]).toEqual([200, 200]);
  expect(repeated.body.transaction._id).toBe(first.body.transaction._id);
  expect(await fixture.stores.cans.findOne({ _id: user._id })).toMatchObject({ totalCans: 4 });
  const otherwise = await successor("/intake/returns", { transactionId: first.body.transaction.transactionId }, "lost");
  expect([otherwise.status, otherwise.body.code]).toEqual([409, "idempotency-key-used"]);
  // Another app may use the same word for something of its own.
  const stranger = await replacing(null);
  const own = await stranger("/intake/transactions", input, "lost");
  expect(own.status).toBe(200);
  expect(own.body.transaction._id).not.toBe(first.body.transaction._id);
});

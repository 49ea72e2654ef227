import { expect, test } from "vitest";
import { postCans } from "#shared/cans/post-cans.server.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { setUpTakeFixture } from "./testing/take.fixture.ts";

const fixture = setUpTakeFixture();
const replayOf = async (path: string) => (await fixture.staff.get(`${path}/replay`)).body.replay;

test("a can's case has the order that bought it, its commands and what operators did to it", async () => {
  const { parts, stores, staff } = fixture;
  const at = await fixture.addSelling();
  const user = await fixture.addTaker(at, { cans: 0 });
  const orders = ["first", "second"].map(() => anOrder(user, at.machine, { status: "payment successful" }));
  await stores.orders.insertMany(orders);
  for (const { _id } of orders)
    await parts.mongo.inTransaction((dbSession) =>
      postCans(parts.mongo, dbSession, {
        user: user._id,
        machine: at.machine._id,
        product: at.product,
        brand: "Cola",
        credit: 1,
        debit: 0,
        ref: { kind: "order", id: _id },
        message: "Ordered",
        now: new Date(),
      }),
    );
  const taken = async () => {
    const { _id, transactionId } = (await fixture.take(user, at)).body.transaction;
    await fixture.endUnopened(transactionId);
    return `/transactions/${_id}`;
  };
  const [first, second] = [await taken(), await taken()];
  await staff.put(`${second}/refund-can`, {});

  const replay = await replayOf(second);

  expect(replay.order).toMatchObject({ _id: `${orders[1]?._id}`, orderId: orders[1]?.orderId });
  expect(replay.commands).toMatchObject([{ requestType: "open", reason: "Not seen open" }]);
  expect(replay.actions.map(({ verb }: { verb: string }) => verb)).toEqual([
    "transaction.taken",
    "transaction.refunded",
  ]);
  expect((await replayOf(first)).order._id).toBe(`${orders[0]?._id}`);
});

test("a can that no order bought has none; an unknown one is not found", async () => {
  const { path } = await fixture.unopened();

  expect((await replayOf(path)).order).toBeNull();
  expect((await fixture.staff.get("/transactions/64b64c1f2f3c4d5e6f708192/replay")).status).toBe(404);
});

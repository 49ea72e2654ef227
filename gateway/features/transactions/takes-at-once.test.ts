import { randomUUID } from "node:crypto";
import { ObjectId } from "mongodb";
import { expect, test, vi } from "vitest";
import { createReservations } from "../containers/reservations.ts";
import { setUpTakeFixture } from "./testing/take.fixture.ts";

const fixture = setUpTakeFixture();

test("of many customers who want the last cans at once, so many get one as there are", async () => {
  const at = await fixture.addSelling({ cans: 3 });
  const users = await Promise.all(Array.from({ length: 12 }, () => fixture.addTaker(at)));

  const answers = await Promise.all(users.map((user) => fixture.take(user, at)));

  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(3).fill(200), ...Array(9).fill(409)]);
  expect(
    await fixture.stores.containers.countDocuments({ machine: at.machine._id, reservedUntil: null, isReserved: true }),
  ).toBe(3);
  expect(await fixture.stores.canTransactions.countDocuments({ machine: at.machine._id })).toBe(3);
  for (const { _id } of users) await fixture.expectBooksToAgree(_id);
});

test("of one customer's takes at once, at two gateways, no more succeed than their cans and limit allow", async () => {
  const at = await fixture.addSelling({ cans: 9, cansLimit: 2 });
  const user = await fixture.addTaker(at, { cans: 9 });
  const takeBeside = fixture.takeWith({});
  const succeeds = (nth: number) =>
    nth % 2
      ? fixture.take(user, at).then(({ status }) => status === 200)
      : takeBeside(user, at, randomUUID()).then(
          () => true,
          () => false,
        );

  const taken = await Promise.all(Array.from({ length: 6 }, (_, nth) => succeeds(nth)));

  expect(taken.filter(Boolean)).toHaveLength(2);
  expect(await fixture.stores.cans.findOne({ _id: user._id })).toMatchObject({ totalCans: 7, openedCans: 2 });
  expect(await fixture.stores.containers.countDocuments({ machine: at.machine._id, isReserved: true })).toBe(2);
});

test("one customer's takes at once reserve no can that they may not take: others can buy it", async () => {
  const at = await fixture.addSelling({ cans: 9 });
  const user = await fixture.addTaker(at, { cans: 2 });
  const own = createReservations(fixture.parts);
  let reserved = 0;
  const reserve: typeof own.reserve = (...input) => {
    reserved += 1;
    return own.reserve(...input);
  };
  const take = fixture.takeWith({ reservations: { ...own, reserve } });

  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => take(user, at, randomUUID())));

  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(reserved).toBe(2);
});

test("a repeat that met a primary which then lost what it alone had takes the can anew, and answers no can that is gone", async () => {
  const at = await fixture.addSelling();
  const user = await fixture.addTaker(at, { cans: 2 });
  const { canTransactions } = fixture.stores;
  const { body } = await fixture.take(user, at);
  const stored = await fixture.canOf(`${body.transaction.transactionId}`);
  vi.spyOn(canTransactions, "findOne").mockResolvedValueOnce({ ...stored, _id: new ObjectId() });

  const repeat = await fixture.take(user, at);

  expect(repeat.status).toBe(200);
  expect(await canTransactions.findOne({ _id: new ObjectId(repeat.body.transaction._id) })).toMatchObject({
    user: user._id,
    status: "pending",
  });
  await fixture.expectBooksToAgree(user._id);
});

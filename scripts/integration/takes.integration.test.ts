import { expect, test } from "vitest";
import { setUpTakeFixture } from "../../gateway/features/transactions/testing/take.fixture.ts";
import { compareUsers } from "../../workers/reconciliation/compare-users.ts";
import { createTakes } from "../../workers/transactions/takes.ts";
import { createRandom } from "../simulator/random.ts";

const fixture = setUpTakeFixture();

test("whatever customers, operators and doors do at once, the nightly comparison finds no difference, and no container is lost", async () => {
  const random = createRandom("takes");
  const takes = createTakes({ mongo: fixture.parts.mongo, log: fixture.parts.log });
  const at = await fixture.addSelling({ cans: 40 });
  const users = await Promise.all(Array.from({ length: 6 }, () => fixture.addTaker(at, { cans: 8 })));
  const known: string[] = [];

  const action = async (): Promise<void> => {
    const can = known.length > 0 ? await fixture.canOf(random.pick(known)) : null;
    const path = `/transactions/${can?._id}`;
    const what = can ? random.pick(["take", "open", "refund", "return", "fact", "end", "sweep"]) : "take";
    if (what === "take") {
      const { body } = await fixture.take(random.pick(users), at);
      if (body.transaction) known.push(body.transaction.transactionId);
    }
    if (!can) return;
    if (what === "open") await fixture.staff.post(path, {});
    if (what === "refund") await fixture.staff.put(`${path}/refund-can`, {});
    if (what === "return") await fixture.intake("/intake/returns", { transactionId: can.transactionId });
    if (what === "fact") await fixture.factOf(can.transactionId, random.pick(["opened", "closed", "failed"]));
    if (what === "end") await fixture.endUnopened(can.transactionId);
    if (what === "sweep") await takes.sweep();
  };
  for (let round = 0; round < 60; round += 1) await Promise.all([action(), action(), action()]);
  await takes.sweep();
  await takes.sweep();

  const { found } = await fixture.parts.mongo.readAsOf((dbSession) =>
    compareUsers(fixture.parts.mongo, dbSession, users),
  );
  expect(found.drifts).toEqual([]);
  expect(known.length).toBeGreaterThan(10);
  const cans = await fixture.stores.canTransactions.find().toArray();
  const stock = await fixture.stores.containers.find({ machine: at.machine._id }).toArray();
  // Each claim belongs to one transaction, and none is claimed for a can that came out.
  for (const { reservation, isEmpty } of stock.filter(({ isReserved }) => isReserved)) {
    const owner = cans.find(({ _id }) => reservation && _id.equals(reservation));
    expect(owner).toBeDefined();
    expect(isEmpty).toBe(false);
  }
  expect(cans.filter(({ containerDue }) => containerDue)).toEqual([]);
  // A container is emptied by a door that was seen open alone.
  const seenOpen = await fixture.stores.sessionRows.distinct("container", { "facts.opened": { $exists: true } });
  expect(stock.filter(({ isEmpty }) => isEmpty).length).toBeLessThanOrEqual(seenOpen.length);
});

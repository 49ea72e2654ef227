import { ObjectId } from "mongodb";
import { expect, test, vi } from "vitest";
import { anOrder, anOrderStep } from "#shared/runtime/testing/stored-orders.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import type { AuditDocument } from "#shared/runtime/upkeep.document.ts";
import { setUpDeletionFixture } from "./testing/deletion.fixture.ts";

const fixture = setUpDeletionFixture();

/** A customer with `count` orders, `count` cans, and a line of the audit about each; all of them name the person. */
const withMany = async (count: number) => {
  const { stores, staff } = fixture;
  const at = await fixture.addSelling();
  const user = await fixture.addTaker(at, { name: "Xaveria Quentmore", email: "x@quentmore.example" });
  const steps = [anOrderStep({ reason: "Xaveria said so" })];
  const orders = Array.from({ length: count }, () => anOrder(user, at.machine, { status: "payment failed", steps }));
  const comment = "Quentmore waits";
  const cans = Array.from({ length: count }, () => aTransaction(user, at.machine, { status: "opened", comment }));
  const line = (collection: string, { _id }: { _id: ObjectId }): AuditDocument => ({
    _id: new ObjectId(),
    at: new Date(),
    actor: { kind: "operator", id: staff.userId },
    from: "test",
    verb: `${collection}.changed`,
    record: { collection, id: `${_id}` },
    before: null,
    after: { comment: "Xaveria said so" },
    reason: "Quentmore",
  });
  await stores.orders.insertMany(orders);
  await stores.canTransactions.insertMany(cans);
  await stores.audit.insertMany([
    ...orders.map((order) => line("orders", order)),
    ...cans.map((can) => line("canTransactions", can)),
  ]);
  return user;
};

test("somebody with many records is forgotten by a few writes, never by one for each record", async () => {
  const user = await withMany(400);
  const { action } = await fixture.confirmed(user);
  const { orders, canTransactions, audit } = fixture.stores;
  const single = [orders, canTransactions, audit].map((stored) => vi.spyOn(stored, "updateOne"));
  const bulk = [orders, canTransactions, audit].map((stored) => vi.spyOn(stored, "bulkWrite"));

  expect((await action()).status).toBe(200);

  expect(single.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
  for (const { mock } of bulk) {
    expect(mock.calls.length).toBeGreaterThan(0);
    expect(mock.calls.length).toBeLessThan(10);
  }
  for (const spy of [...single, ...bulk]) spy.mockRestore();
  const after = await fixture.everything();
  expect(Object.keys(after).filter((name) => /xaveria|quentmore/i.test(after[name] ?? ""))).toEqual([]);
});

test("a call that is repeated while the first one still goes on, as after a 503, deletes nothing twice and says that it is done", async () => {
  const user = await withMany(400);
  const { action } = await fixture.confirmed(user);
  const { audit } = fixture.stores;
  const begun = new Promise<void>((resolve) => {
    const bulkWrite = audit.bulkWrite.bind(audit);
    vi.spyOn(audit, "bulkWrite").mockImplementation((...given) => {
      resolve();
      return bulkWrite(...given);
    });
  });
  const first = action().then((answer) => answer);
  await begun;
  const repeated = await action();
  const { status } = await first;
  vi.mocked(audit.bulkWrite).mockRestore();

  expect([status, repeated.status].sort()).toEqual([200, 409]);
  const refused = status === 409 ? await first : repeated;
  expect(refused.body.error).toBe("This account was deleted");
  expect(await audit.countDocuments({ verb: "account.deleted", "record.id": `${user._id}` })).toBe(1);
  await fixture.expectNothingHeld(user._id);
});

test("somebody who had sixty phones is forgotten by each of them", async () => {
  const { stores, staff } = fixture;
  const at = await fixture.addSelling();
  const user = await fixture.addTaker(at, { name: "Zephyrine Oakhollow", email: "z@oakhollow.example" });
  const phones = Array.from({ length: 60 }, (_, nth) => `52222${String(nth).padStart(5, "0")}`);
  await stores.audit.insertMany(
    phones.map((phone) => ({
      _id: new ObjectId(),
      at: new Date(),
      actor: { kind: "operator", id: staff.userId },
      from: "test",
      verb: "user.changed",
      record: { collection: "users", id: `${user._id}` },
      before: { phone },
      after: { phone: user.phone },
    })),
  );
  const comment = `was ${phones[0]}, then +91 52222 00059`;
  await stores.canTransactions.insertOne(aTransaction(user, at.machine, { status: "opened", comment }));
  for (const phone of [phones[0], phones[59]])
    await staff.post("/reports/lists", { list: "orders", filters: { phone } });

  expect((await (await fixture.confirmed(user)).action()).status).toBe(200);

  const after = await fixture.everything();
  const names = /zephyrine|oakhollow|52222 ?000/i;
  expect(Object.keys(after).filter((name) => names.test(after[name] ?? ""))).toEqual([]);
});

import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { setUpTakeFixture } from "./testing/take.fixture.ts";

const fixture = setUpTakeFixture();

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const idOf = (path: string) => path.split("/").at(-1) ?? "";
const listed = async () => (await fixture.staff.get("/transactions/needs-action")).body;
const caseOf = async (path: string) => (await fixture.staff.get(`${path}/case`)).body.case;
const refund = (path: string) => fixture.staff.put(`${path}/refund-can`, {});

describe("what needs action", () => {
  test("is what was not opened after two minutes, or was acknowledged and never seen open, the newest first", async () => {
    const fresh = await fixture.unopened();
    const acknowledged = await fixture.unopened();
    await fixture.factOf(acknowledged.transactionId, "acknowledged");
    const live = await fixture.taken();
    await fixture.factOf(live.transactionId, "acknowledged");
    const { user, at } = fresh;
    const old = aTransaction(user, at.machine, { time: ago(3) });
    const older = aTransaction(user, at.machine, { time: ago(90), live: new ObjectId() });
    const settled = [aTransaction(user, at.machine, { time: ago(4), status: "failed" })];
    await fixture.stores.canTransactions.insertMany([older, old, ...settled]);

    const { transactions, total } = await listed();

    const ids = transactions.map(({ _id }: { _id: string }) => _id);
    expect(ids).toEqual([idOf(acknowledged.path), `${old._id}`, `${older._id}`]);
    expect(total).toBe(3);
    expect(transactions[0].user).toMatchObject({ _id: `${acknowledged.user._id}`, phone: acknowledged.user.phone });
    await fixture.stores.canTransactions.deleteMany({ _id: { $in: [old._id, older._id] } });
  });

  test("is read by an index of pending cans only, however many were ever taken", async () => {
    const { user, at } = await fixture.unopened();
    const past = Array.from({ length: 2_000 }, () =>
      aTransaction(user, at.machine, { time: ago(9), status: "opened" }),
    );
    await fixture.stores.canTransactions.insertMany(past);
    const plan = await fixture.stores.canTransactions
      .find({ status: "pending", time: { $lte: ago(2) } }, { hint: "pending" })
      .sort({ time: -1 })
      .limit(50)
      .explain("executionStats");
    const ofUser = await fixture.stores.canTransactions
      .find({ user: user._id, status: "pending" }, { hint: "pendingOfUser" })
      .sort({ time: -1 })
      .explain("executionStats");

    expect(plan.executionStats.totalKeysExamined).toBeLessThan(100);
    expect(ofUser.executionStats.totalKeysExamined).toBeLessThan(10);
    for (const { queryPlanner } of [plan, ofUser]) expect(JSON.stringify(queryPlanner)).not.toContain('"SORT"');
  });

  test("comes with the machine now and then, its commands, the customer's other cases and refunds", async () => {
    const can = await fixture.twoOfOne();
    await fixture.factOf(can.transactionId, "acknowledged");
    await refund(can.second);

    const found = await caseOf(can.path);

    expect(found.machine).toEqual({ now: "Unavailable", active: true, whenTaken: "Online" });
    expect(found.trail).toMatchObject([
      { sessionId: can.sessionId, isOpened: false, facts: { acknowledged: expect.anything() }, state: "timeout" },
    ]);
    expect(found.others).toEqual([]);
    expect(found.container).toMatchObject({ containerId: "1", isWorking: true, isEmpty: false, rev: 1 });
    expect(found.refunds).toEqual({
      alone: null,
      today: 1,
      own: false,
      earlier: [
        {
          _id: idOf(can.second),
          transactionId: can.secondId,
          brand: expect.stringMatching(/^Cola/),
          refundedAt: expect.any(String),
          by: { _id: `${fixture.staff.userId}`, name: expect.any(String) },
        },
      ],
    });
    expect((await caseOf(can.second)).others).toMatchObject([{ _id: idOf(can.path) }]);
  });

  test("can have its container marked as not working: its claim ends, and another one opens", async () => {
    const can = await fixture.unopened();
    const live = await fixture.taken();
    const mark = (path: string) => fixture.staff.post(`${path}/container-not-working`, {});

    const marked = await mark(can.path);
    const opened = await fixture.staff.post(can.path, {});
    const tooSoon = await mark(live.path);

    expect([marked.status, marked.body.canTransaction?.isContainerWorking]).toEqual([200, false]);
    const [container] = can.at.containers;
    expect(await fixture.stores.containers.findOne({ _id: container?._id })).toMatchObject({
      isWorking: false,
      isReserved: false,
      reservation: null,
    });
    expect(opened.body.canTransaction).toMatchObject({ containerId: "2", isContainerWorking: true });
    expect([tooSoon.status, tooSoon.body.error]).toEqual([409, "Its container is being opened right now"]);
    const verbs = await fixture.stores.audit.distinct("verb", { "record.id": `${container?._id}` });
    expect(verbs).toContain("container.disabled");
  });

  test("keeps its container in use where that is not what the operator saw: they get its present state", async () => {
    const can = await fixture.unopened({ cans: 1 });
    const { brand } = await fixture.canOf(can.transactionId);
    const [container] = can.at.containers;
    const { containers, canTransactions } = fixture.stores;
    const mark = (body: object) => fixture.staff.post(`${can.path}/container-not-working`, body);
    const seen = (await caseOf(can.path)).container;
    // Its door failed, somebody repaired it, and filled it for others.
    await containers.updateOne(
      { _id: container?._id },
      { $set: { isReserved: false, reservation: null, reservedUntil: null }, $inc: { rev: 2 } },
    );

    const changed = await mark({ containerRev: seen.rev });
    await containers.updateOne({ _id: container?._id }, { $set: { stockedOn: new Date(Date.now() + 1_000) } });
    const stocked = await mark({ containerRev: seen.rev + 2 });
    const unseen = await mark({});

    const words = `${seen.brand}, full, working`;
    expect([changed.status, changed.body.error]).toEqual([
      409,
      `Container 1 was changed meanwhile: now it is ${words}`,
    ]);
    expect(changed.body.container).toEqual({ ...seen, rev: seen.rev + 2 });
    for (const { status, body } of [stocked, unseen])
      expect([status, body.error]).toEqual([
        409,
        `Container 1 was restocked since it held ${brand} for this can: now it is ${words}`,
      ]);
    expect(await containers.findOne({ _id: container?._id })).toMatchObject({ isWorking: true });
    expect(await canTransactions.findOne({ transactionId: can.transactionId })).toMatchObject({
      isContainerWorking: true,
    });
    // Opened again from a container that was stocked in between, that one may be marked.
    await containers.updateOne({ _id: container?._id }, { $set: { stockedOn: new Date() } });
    expect((await fixture.staff.post(can.path, {})).status).toBe(200);
    await fixture.endUnopened(can.transactionId);
    const claimed = (await caseOf(can.path)).container;
    expect((await mark({ containerRev: claimed.rev })).status).toBe(200);
  });
});

test("Open again opens what is claimed at a machine that was made deactive meanwhile; no other can of it", async () => {
  const can = await fixture.unopened({ cans: 2 });
  const { machine } = can.at;
  await fixture.stores.machines.updateOne({ _id: machine._id }, { $set: { active: false } });

  const claimed = await fixture.staff.post(can.path, {});
  await fixture.endUnopened(can.transactionId);
  await fixture.stores.containers.updateOne(
    { machine: machine._id, label: "1" },
    { $set: { isWorking: false, isReserved: false, reservedUntil: null, reservation: null } },
  );
  const another = await fixture.staff.post(can.path, {});

  expect([claimed.status, claimed.body.error, claimed.body.canTransaction?.containerId]).toEqual([200, undefined, "1"]);
  expect([another.status, another.body.error]).toEqual([409, "This vending machine is deactive and sells nothing"]);
});

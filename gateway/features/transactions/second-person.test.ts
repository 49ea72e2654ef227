import { randomUUID } from "node:crypto";
import { ObjectId } from "mongodb";
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { type SignedInOperator, setUpOperator, signedInAt } from "../../testing/operator.ts";
import { setUpWatchers } from "../../testing/watcher.ts";
import { setUpTakeFixture } from "./testing/take.fixture.ts";

const fixture = setUpTakeFixture();
const admin = setUpOperator(fixture, "admin");
const other = setUpOperator(fixture);
const watchers = setUpWatchers(fixture);
afterEach(() => fixture.stores.settings.deleteMany({}));

const idOf = (path: string) => path.split("/").at(-1) ?? "";
const set = (refundsAlone: number | null) => admin.put("/settings", { refundsAlone });
const refund = (by: SignedInOperator, path: string) => by.put(`${path}/refund-can`, {});
const requested = "The door did not open: they stand in front of it";
const send = (by: SignedInOperator, path: string, reason = requested) =>
  by.post("/approvals", { kind: "refund", record: idOf(path), change: {}, reason });
/** What waits for this can; a path that leads nowhere where nothing does. */
const requestOf = async (path: string) => {
  const found = await fixture.stores.approvals.findOne({ record: new ObjectId(idOf(path)), state: "requested" });
  return `/approvals/${found?._id ?? new ObjectId()}`;
};
const approve = async (by: SignedInOperator, path: string) => by.post(`${await requestOf(path)}/approve`, {});
const decline = async (by: SignedInOperator, path: string) =>
  by.post(`${await requestOf(path)}/decline`, { reason: "It came out" });

describe("the setting", () => {
  test("is the admins' to make, everybody's to read, and nothing at first", async () => {
    const first = await fixture.staff.get("/settings");
    const mine = await fixture.staff.put("/settings", { refundsAlone: 1 });
    const theirs = await set(2);
    const stale = await admin.put("/settings", { refundsAlone: 3, rev: 0 });

    expect(first.body.settings).toMatchObject({ refundsAlone: null, rev: 0 });
    expect([mine.status, mine.body.error]).toEqual([403, "Only an admin may change the settings"]);
    expect([theirs.status, theirs.body.settings]).toEqual([200, expect.objectContaining({ refundsAlone: 2, rev: 1 })]);
    expect([stale.status, stale.body.settings?.refundsAlone]).toEqual([409, 2]);
    for (const refundsAlone of [-1, 1.5, 1_000, "2"])
      expect((await admin.put("/settings", { refundsAlone })).status).toBe(400);
    const line = await fixture.stores.audit.findOne({ verb: "settings.changed" });
    expect(line?.actor.id).toEqual(admin.userId);
  });
});

describe("a refund above what one person may give", () => {
  test("is refused with the rule, requested, and given by somebody else; both are audited and published", async () => {
    await set(1);
    const { path, second, user } = await fixture.twoOfOne();
    const { heard } = await watchers.watchAs(["approvals"]);

    const alone = await refund(fixture.staff, path);
    const above = await refund(fixture.staff, second);
    const request = await send(fixture.staff, second);
    const again = await send(fixture.staff, second);
    const own = await approve(fixture.staff, second);

    expect(alone.status).toBe(200);
    const rule = "This customer has had 1 refund today: another one needs a second person";
    expect([above.status, above.body.error]).toEqual([409, rule]);
    const standing = {
      _id: expect.any(String),
      kind: "refund",
      record: idOf(second),
      user: `${user._id}`,
      what: expect.stringMatching(/^1 can of .+ is given back$/),
      by: { _id: `${fixture.staff.userId}`, name: expect.any(String) },
      reason: requested,
      at: expect.any(String),
      state: "requested",
      decidedBy: null,
      decidedAt: null,
      decision: "",
      rev: 0,
    };
    expect([request.status, request.body.approval]).toEqual([200, standing]);
    expect((await other.get("/approvals")).body.approvals).toEqual([standing]);
    expect([again.status, again.body.error]).toEqual([
      409,
      "Somebody asked for this already: another operator approves or declines it",
    ]);
    expect(own.status).toBe(403);
    await eventually(() =>
      expect(heard).toContainEqual({ name: "approval.changed", payload: { t: expect.any(String), view: standing } }),
    );
    const key = randomUUID();
    const path2 = `${await requestOf(second)}/approve`;
    const approved = await other.post(path2, {}).set("idempotency-key", key);
    const repeated = await other.post(path2, {}).set("idempotency-key", key);
    expect([approved.status, approved.body.approval]).toEqual([
      200,
      expect.objectContaining({ state: "approved", decidedBy: { _id: `${other.userId}`, name: expect.any(String) } }),
    ]);
    expect(repeated.body).toEqual(approved.body);
    expect((await fixture.staff.get(second)).body.canTransaction.status).toBe("failed");
    const lines = await fixture.stores.audit
      .find({ "record.id": { $in: [idOf(second), approved.body.approval._id] } })
      .sort({ at: 1 })
      .toArray();
    expect(lines.map(({ verb, actor, reason }) => [verb, `${actor.id}`, reason])).toEqual(
      expect.arrayContaining([
        ["approval.asked", `${fixture.staff.userId}`, requested],
        ["transaction.refunded", `${other.userId}`, undefined],
        ["approval.approved", `${other.userId}`, requested],
      ]),
    );
    await fixture.expectBooksToAgree(user._id);
  });

  test("may be declined with a reason, and requested again", async () => {
    await set(0);
    const can = await fixture.unopened();
    await send(fixture.staff, can.path);

    const declined = await decline(other, can.path);
    const tooLate = await approve(other, can.path);
    const anew = await send(other, can.path);

    expect([declined.status, declined.body.approval]).toEqual([
      200,
      expect.objectContaining({ state: "declined", decision: "It came out" }),
    ]);
    expect(tooLate.status).toBe(404);
    expect(anew.status).toBe(200);
    const line = await fixture.stores.audit.findOne({ verb: "approval.declined" });
    expect(line).toMatchObject({ reason: "It came out", actor: { id: other.userId } });
  });

  test("may be withdrawn by the requester", async () => {
    await set(0);
    const can = await fixture.unopened();
    await send(fixture.staff, can.path);

    const back = await decline(fixture.staff, can.path);

    expect([back.status, back.body.approval.state]).toEqual([200, "ended"]);
    expect((await approve(other, can.path)).status).toBe(404);
  });

  test("is no request where one person suffices, nor without a reason and a note", async () => {
    const can = await fixture.unopened();

    expect((await send(fixture.staff, can.path)).body.error).toBe(
      "This needs no second person: make the change yourself",
    );
    await set(0);
    const body = { kind: "refund", record: idOf(can.path), change: {} };
    for (const wrong of [
      {},
      { reason: " " },
      { reason: requested, change: { rev: 1 } },
      { reason: requested, kind: "own-order" },
    ])
      expect((await fixture.staff.post("/approvals", { ...body, ...wrong })).status).toBe(400);
  });

  test("needs nobody where nobody else could sign in", async () => {
    await set(0);
    const can = await fixture.unopened();
    const alone = { role: { $ne: "customer" as const }, _id: { $ne: fixture.staff.userId } };
    await fixture.stores.users.updateMany(alone, { $set: { suspend: true } });

    const given = await refund(fixture.staff, can.path);

    await fixture.stores.users.updateMany(alone, { $set: { suspend: false } });
    expect([given.status, given.body.canTransaction?.status]).toEqual([200, "failed"]);
  });

  test("needs nobody where nobody but the customer could approve it", async () => {
    await set(0);
    const can = await fixture.unopened();
    const others = { role: { $ne: "customer" as const }, _id: { $ne: fixture.staff.userId } };
    await fixture.stores.users.updateMany(others, { $set: { suspend: true } });
    await fixture.stores.users.updateOne({ _id: can.user._id }, { $set: { role: "staff" } });

    const given = await refund(fixture.staff, can.path);

    await fixture.stores.users.updateMany(others, { $set: { suspend: false } });
    await fixture.stores.users.updateOne({ _id: can.user._id }, { $set: { role: "customer" } });
    expect([given.status, given.body.canTransaction?.status]).toEqual([200, "failed"]);
  });

  test("is over when its can opens: the request is gone, and nobody approves it", async () => {
    await set(0);
    const can = await fixture.unopened();
    await send(fixture.staff, can.path);
    await fixture.factOf(can.transactionId, "opened");

    const seen = await approve(other, can.path);
    await fixture.stores.canTransactions.updateOne(
      { transactionId: can.transactionId },
      { $set: { status: "opened" } },
    );
    const opened = await approve(other, can.path);
    const ended = await fixture.stores.approvals.findOne({ record: new ObjectId(idOf(can.path)) });

    expect([seen.status, opened.status]).toEqual([409, 409]);
    expect(ended).toMatchObject({ state: "ended", decision: expect.stringContaining("taken") });
    await fixture.expectBooksToAgree(can.user._id);
  });

  test("is given once, whoever approves and opens at the same moment", async () => {
    await set(0);
    const third = await signedInAt(fixture.gateway);
    for (let round = 0; round < 10; round += 1) {
      const can = await fixture.unopened();
      await send(fixture.staff, can.path);

      const answers = await Promise.all([
        approve(other, can.path),
        approve(third, can.path),
        third.post(can.path, {}),
        approve(other, can.path),
      ]);

      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
      const credits = await fixture.stores.canLedger.countDocuments({
        "ref.id": new ObjectId(idOf(can.path)),
        credit: 1,
      });
      const { status, live } = await fixture.canOf(can.transactionId);
      // Refunded once, or its door is on its way: never both. What was not sent to the machine was cancelled.
      expect(credits).toBe(status === "failed" ? 1 : 0);
      if (status === "failed") expect(live).toBeNull();
      await fixture.expectBooksToAgree(can.user._id);
    }
  });

  test("is counted for both of two that one person gives at the same moment", async () => {
    await set(1);
    const { path, second, user } = await fixture.twoOfOne();

    const answers = await Promise.all([refund(fixture.staff, path), refund(other, second)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await fixture.expectBooksToAgree(user._id);
  });
});

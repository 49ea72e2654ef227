import { randomUUID } from "node:crypto";
import { ObjectId } from "mongodb";
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { type SignedInOperator, setUpOperator, signedInAt } from "../../testing/operator.ts";
import { setUpWatchers } from "../../testing/watcher.ts";
import { setUpTakeBench } from "./testing/take-bench.ts";

const bench = setUpTakeBench();
const admin = setUpOperator(bench, "admin");
const other = setUpOperator(bench);
const watchers = setUpWatchers(bench);
afterEach(() => bench.stores.settings.deleteMany({}));

const idOf = (path: string) => path.split("/").at(-1) ?? "";
const set = (refundsAlone: number | null) => admin.put("/settings", { refundsAlone });
const refund = (by: SignedInOperator, path: string) => by.put(`${path}/refund-can`, {});
const asked = { reason: "The door did not open", note: "He stands in front of it" };
const ask = (by: SignedInOperator, path: string) => by.post(`${path}/refund-request`, asked);
const approve = (by: SignedInOperator, path: string) => by.post(`${path}/refund-request/approve`, {});
const decline = (by: SignedInOperator, path: string) =>
  by.post(`${path}/refund-request/decline`, { reason: "It came out" });

describe("the setting", () => {
  test("is the admins' to make, everybody's to read, and nothing at first", async () => {
    const first = await bench.staff.get("/settings");
    const mine = await bench.staff.put("/settings", { refundsAlone: 1 });
    const theirs = await set(2);
    const stale = await admin.put("/settings", { refundsAlone: 3, rev: 0 });

    expect(first.body.settings).toMatchObject({ refundsAlone: null, rev: 0 });
    expect([mine.status, mine.body.error]).toEqual([403, "Only an admin may change what holds for the whole console"]);
    expect([theirs.status, theirs.body.settings]).toEqual([200, expect.objectContaining({ refundsAlone: 2, rev: 1 })]);
    expect([stale.status, stale.body.settings?.refundsAlone]).toEqual([409, 2]);
    for (const refundsAlone of [-1, 1.5, 1_000, "2"])
      expect((await admin.put("/settings", { refundsAlone })).status).toBe(400);
    const line = await bench.stores.audit.findOne({ verb: "settings.changed" });
    expect(line?.actor.id).toEqual(admin.userId);
  });
});

describe("a refund above what one person may give", () => {
  test("is refused with the rule, asked for, and given by somebody else; both are audited, and everybody hears it", async () => {
    await set(1);
    const { path, second, user } = await bench.twoOfOne();
    const { heard } = await watchers.watchAs(["transactions"]);

    const alone = await refund(bench.staff, path);
    const above = await refund(bench.staff, second);
    const request = await ask(bench.staff, second);
    const again = await ask(bench.staff, second);
    const others = await ask(other, second);
    const own = await approve(bench.staff, second);

    expect(alone.status).toBe(200);
    const rule = "This customer has had 1 refund today: another one needs a second person";
    expect([above.status, above.body.error]).toEqual([409, rule]);
    const standing = {
      by: { _id: `${bench.staff.userId}`, name: expect.any(String) },
      at: expect.any(String),
      ...asked,
    };
    expect([request.status, request.body.canTransaction?.refundRequest]).toEqual([200, standing]);
    expect(again.status).toBe(200);
    expect([others.status, own.status]).toEqual([409, 403]);
    expect((await decline(bench.staff, second)).status).toBe(403);
    await eventually(() =>
      expect(heard).toContainEqual({
        name: "transaction.changed",
        payload: expect.objectContaining({ view: expect.objectContaining({ refundRequest: standing }) }),
      }),
    );
    const key = randomUUID();
    const approved = await other.post(`${second}/refund-request/approve`, {}).set("idempotency-key", key);
    const repeated = await other.post(`${second}/refund-request/approve`, {}).set("idempotency-key", key);
    expect([approved.status, approved.body.canTransaction]).toEqual([
      200,
      expect.objectContaining({ status: "failed", refundRequest: null }),
    ]);
    expect(repeated.body).toEqual(approved.body);
    const verbs = await bench.stores.audit
      .find({ "record.id": idOf(second) })
      .sort({ at: 1 })
      .toArray();
    expect(verbs.map(({ verb, actor }) => [verb, `${actor.id}`])).toEqual(
      expect.arrayContaining([
        ["transaction.refund-asked", `${bench.staff.userId}`],
        ["transaction.refund-approved", `${other.userId}`],
      ]),
    );
    await bench.expectBooksToAgree(user._id);
  });

  test("may be declined with a reason, and asked for anew", async () => {
    await set(0);
    const can = await bench.unopened();
    await ask(bench.staff, can.path);

    const declined = await decline(other, can.path);
    const tooLate = await approve(other, can.path);
    const anew = await ask(other, can.path);

    expect([declined.status, declined.body.canTransaction?.refundRequest]).toEqual([200, null]);
    expect([tooLate.status, tooLate.body.error]).toEqual([409, "Nobody asks for this refund any more"]);
    expect(anew.status).toBe(200);
    const line = await bench.stores.audit.findOne({ verb: "transaction.refund-declined" });
    expect(line).toMatchObject({ reason: "It came out", actor: { id: other.userId } });
  });

  test("is no request where one person suffices, nor without a reason and a note", async () => {
    const can = await bench.unopened();

    expect((await ask(bench.staff, can.path)).body.error).toBe("This refund needs no second person: use Refund Can");
    await set(0);
    for (const body of [{}, { reason: "The door did not open" }, { ...asked, note: " " }, { ...asked, reason: "so" }])
      expect((await bench.staff.post(`${can.path}/refund-request`, body)).status).toBe(400);
  });

  test("is over when its can opens: the request is gone, and nobody approves it", async () => {
    await set(0);
    const can = await bench.unopened();
    await ask(bench.staff, can.path);
    await bench.factOf(can.transactionId, "opened");

    const seen = await approve(other, can.path);
    await bench.stores.canTransactions.updateOne({ transactionId: can.transactionId }, { $set: { status: "opened" } });
    const opened = await approve(other, can.path);
    const shown = (await bench.staff.get(can.path)).body.canTransaction;

    expect([seen.status, opened.status]).toEqual([409, 409]);
    expect(shown).toMatchObject({ status: "opened", refundRequest: null });
    await bench.expectBooksToAgree(can.user._id);
  });

  test("is given once, whoever approves and opens at the same moment", async () => {
    await set(0);
    const third = await signedInAt(bench.gateway);
    for (let round = 0; round < 10; round += 1) {
      const can = await bench.unopened();
      await ask(bench.staff, can.path);

      const answers = await Promise.all([
        approve(other, can.path),
        approve(third, can.path),
        third.post(can.path, {}),
        approve(other, can.path),
      ]);

      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
      const credits = await bench.stores.canLedger.countDocuments({
        "ref.id": new ObjectId(idOf(can.path)),
        credit: 1,
      });
      const { status, live } = await bench.canOf(can.transactionId);
      // Refunded once, or its door is on its way: never both. What was not told to the machine was cancelled.
      expect(credits).toBe(status === "failed" ? 1 : 0);
      if (status === "failed") expect(live).toBeNull();
      await bench.expectBooksToAgree(can.user._id);
    }
  });

  test("is counted for both of two that one person gives at the same moment", async () => {
    await set(1);
    const { path, second, user } = await bench.twoOfOne();

    const answers = await Promise.all([refund(bench.staff, path), refund(other, second)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await bench.expectBooksToAgree(user._id);
  });
});

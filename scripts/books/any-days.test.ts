import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { postDeposit } from "#shared/deposits/post-deposit.server.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { forSaleAt } from "../../gateway/features/inventory/for-sale.ts";
import { startTakeFixture } from "../../gateway/features/transactions/testing/take.fixture.ts";
import { startGatewayUnderTest } from "../../gateway/testing/gateway-under-test.ts";
import { signedInAt } from "../../gateway/testing/operator.ts";
import { compareUsers } from "../../workers/reconciliation/compare-users.ts";
import { createTakes } from "../../workers/transactions/takes.ts";
import { openModel } from "./takes-model.ts";

/** `RUNS=200 SEED=7 npx vitest run scripts/books/any-days.test.ts` looks further. */
const numRuns = Number(process.env.RUNS ?? 3);
const seed = Number(process.env.SEED ?? 20_261_122);
/** TIME_ZONE is Asia/Kolkata here, which knows no summer time. */
const zoneAheadMs = 5.5 * 3_600_000;
const dayMs = 86_400_000;

const fixture = setUp(async () =>
  startTakeFixture(await startGatewayUnderTest({ standingClock: true, env: { TIME_ZONE: "Asia/Kolkata" } })),
);
afterEach(() => {
  vi.unstubAllEnvs();
});

const who = fc.nat(1);
/** Chooses one of the cans that were taken so far. */
const which = fc.nat(20);
const action = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant("take" as const), who }), weight: 6 },
  { arbitrary: fc.record({ kind: fc.constantFrom("open", "refund", "return", "verify"), which }), weight: 5 },
  { arbitrary: fc.record({ kind: fc.constantFrom("seen open", "unopened"), which }), weight: 4 },
  { arbitrary: fc.record({ kind: fc.constant("limit" as const), who, limit: fc.nat(3) }), weight: 1 },
  {
    arbitrary: fc.record({ kind: fc.constant("wait" as const), until: fc.constantFrom("night", "morning", "hour") }),
    weight: 3,
  },
);
const days = fc.record({
  machineLimit: fc.nat(3),
  begins: fc.integer({ min: 0, max: dayMs }),
  actions: fc.array(action, { minLength: 10, maxLength: 40, size: "max" }),
});
type Days = typeof days extends fc.Arbitrary<infer D> ? D : never;

/** What the first customer is refunded of yesterday is not one of today's; the second one has a slot again by a return. */
const twoDays: Days = {
  machineLimit: 1,
  begins: 0,
  actions: [
    { kind: "take", who: 0 },
    { kind: "unopened", which: 0 },
    { kind: "take", who: 0 },
    { kind: "wait", until: "night" },
    { kind: "take", who: 0 },
    { kind: "wait", until: "morning" },
    { kind: "take", who: 0 },
    { kind: "refund", which: 0 },
    { kind: "take", who: 0 },
    { kind: "unopened", which: 1 },
    { kind: "refund", which: 1 },
    { kind: "take", who: 0 },
    { kind: "limit", who: 1, limit: 3 },
    { kind: "take", who: 1 },
    { kind: "take", who: 1 },
    { kind: "take", who: 1 },
    { kind: "seen open", which: 3 },
    { kind: "return", which: 3 },
    { kind: "take", who: 1 },
    { kind: "take", who: 1 },
  ],
};

/** The moment before midnight of TIME_ZONE, the one after it, or an hour later. */
const waitMs = (now: number, until: "night" | "morning" | "hour"): number => {
  const left = dayMs - ((now + zoneAheadMs) % dayMs);
  if (until === "hour") return 3_600_000;
  return until === "morning" ? left : left > 1 ? left - 1 : 0;
};

const play = async ({ machineLimit, begins, actions }: Days): Promise<void> => {
  const { gateway, parts, stores } = fixture;
  const { clock } = gateway;
  const cans = 9;
  const slots = 2;
  const at = await fixture.addSelling({ cans, cansLimit: machineLimit });
  const people = [
    await fixture.addTaker(at, { cans: 7 }),
    await fixture.addTaker(at, { cans: 7, needDeposit: true }),
  ] as const;
  await parts.mongo.inTransaction((dbSession) =>
    postDeposit(parts.mongo, dbSession, {
      user: people[1]._id,
      add: { depositBought: slots },
      by: { kind: "system", id: null },
      reason: "planted",
      now: new Date(clock.now()),
    }),
  );
  clock.advance(begins);
  const today = () => new Date(clock.now() + zoneAheadMs).toISOString().slice(0, 10);
  const model = openModel({ stock: cans, held: 7, machineLimit, slots, today });
  const worker = createTakes({ mongo: parts.mongo, log: parts.log });
  const operate = async (method: "post" | "put", path: string, body: object) =>
    (await (await signedInAt(gateway))[method](path, body)).status;

  for (const action of actions) {
    if (action.kind === "wait") clock.advance(waitMs(clock.now(), action.until));
    if (action.kind === "take") {
      const { status, body } = await fixture.take(people[action.who as 0 | 1], at);
      expect([action, status, body.error]).toEqual([action, model.take(action.who as 0 | 1) ? 200 : 409, body.error]);
      if (status === 200) model.known(body.transaction.transactionId);
    }
    if (action.kind === "limit") {
      const { _id } = people[action.who as 0 | 1];
      await stores.cans.updateOne({ _id }, { $set: { cansLimit: action.limit } });
      model.limit(action.who as 0 | 1, action.limit);
    }
    const transactionId = "which" in action ? model.at(action.which) : null;
    if (transactionId === null || !("which" in action)) continue;
    const { _id, session, rev } = await fixture.canOf(transactionId);
    const path = `/transactions/${_id}`;
    const expectStatus = (status: number, isAllowed: boolean) =>
      expect([action.kind, status]).toEqual([action.kind, isAllowed ? 200 : 409]);
    if (action.kind === "open") expectStatus(await operate("post", path, {}), model.open(transactionId));
    if (action.kind === "refund")
      expectStatus(await operate("put", `${path}/refund-can`, {}), model.refund(transactionId));
    if (action.kind === "return") {
      const { status } = await fixture.intake("/intake/returns", { transactionId });
      expectStatus(status, model.giveBack(transactionId));
    }
    if (action.kind === "verify") {
      model.verify(transactionId);
      expectStatus(await operate("put", path, { returnCanVerified: true, comment: "seen", rev }), true);
    }
    if (action.kind === "unopened" && model.endUnopened(transactionId)) await fixture.endUnopened(transactionId);
    if (action.kind === "seen open" && model.seenOpen(transactionId)) {
      await fixture.factOf(transactionId, "opened");
      await worker.applySession(session.toHexString());
    }
  }

  for (const [nth, { _id }] of people.entries()) {
    const ideal = model.customer(nth as 0 | 1);
    const account = await stores.cans.findOne({ _id });
    expect(account).toMatchObject({
      totalCans: ideal.held,
      openedCans: ideal.opened.count,
      openedDay: ideal.opened.day,
    });
    expect((await stores.deposits.findOne({ _id }))?.depositUsed ?? 0).toBe(ideal.slotsUsed);
    await fixture.expectBooksToAgree(_id);
  }
  for (const { transactionId, status, holdsSlot, day } of model.all())
    expect(await fixture.canOf(transactionId)).toMatchObject({ status, holdsSlot, openedDay: day });
  const { found } = await parts.mongo.readAsOf(async (dbSession) => ({
    drifts: (await compareUsers(parts.mongo, dbSession, [...people])).drifts,
    forSale: await forSaleAt(parts.mongo, dbSession, at.machine._id, clock.now()),
  }));
  expect(found.drifts).toEqual([]);
  expect(found.forSale.get(`${at.product}`) ?? 0).toBe(model.forSale());
};

test.each(["UTC", "America/Los_Angeles"])(
  "whatever is taken, opened, refunded and returned as days go by, accounts, limits, slots and stock are right (TZ=%s)",
  async (zone) => {
    vi.stubEnv("TZ", zone);
    expect(new Date(2026, 0, 1).getUTCHours()).toBe(zone === "UTC" ? 0 : 8);
    await fc.assert(fc.asyncProperty(days, play), {
      numRuns,
      seed,
      examples: [[twoDays]],
      interruptAfterTimeLimit: 60_000 + numRuns * 5_000,
      markInterruptAsFailure: true,
    });
  },
  90_000 + numRuns * 5_000,
);

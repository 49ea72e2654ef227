import fc from "fast-check";
import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { scopeOf } from "../cans/can-scopes.server.ts";
import { type CanPosting, postCans } from "../cans/post-cans.server.ts";
import { depositFigures, postDeposit } from "../deposits/post-deposit.server.ts";
import type { CanRowDocument } from "../users/accounts.document.server.ts";

const mongo = setUpDatabase();

const machines = [new ObjectId(), new ObjectId()] as const;
const products = [new ObjectId(), new ObjectId()] as const;
const noon = new Date("2026-11-22T12:00:00Z");

const post = (options: Partial<CanPosting> & Pick<CanPosting, "user">) =>
  mongo.inTransaction((dbSession) =>
    postCans(mongo, dbSession, {
      machine: machines[0],
      product: products[0],
      brand: "Cola",
      credit: 0,
      debit: 0,
      ref: { kind: "system", id: null },
      message: "",
      now: noon,
      ...options,
    }),
  );
const rowsIn = (scope: string): Promise<CanRowDocument[]> =>
  mongo.collections.canLedger.find({ scopes: scope }).sort({ at: 1, _id: 1 }).toArray();

describe("cans", () => {
  test("are credited and debited, each with its row, and an entry that reaches 0 goes", async () => {
    const user = new ObjectId();

    const bought = await post({ user, credit: 2 });
    await post({ user, debit: 1 });
    const empty = await post({ user, debit: 1 });

    expect(bought).toMatchObject({ totalCans: 2, rev: 1, current: [{ brand: "Cola", totalCans: 2 }] });
    expect(empty).toMatchObject({ totalCans: 0, rev: 3, current: [] });
    const rows = await rowsIn(scopeOf({ user }));
    expect(rows.map(({ credit, debit, userTotal }) => [credit, debit, userTotal])).toEqual([
      [2, 0, 2],
      [0, 1, 1],
      [0, 1, 0],
    ]);
    expect(rows.map(({ at }) => at.getTime() - noon.getTime())).toEqual([0, 1, 2]);
    expect(empty.postedAt).toEqual(rows[2]?.at);
  });

  test("that are not there cannot be taken, and nothing is written", async () => {
    const user = new ObjectId();
    await post({ user, credit: 1 });

    await expect(post({ user, debit: 2 })).rejects.toMatchObject({
      code: "conflict",
      message: "There are 1 cans of Cola at this machine, fewer than 2",
    });
    await expect(post({ user, debit: 1, product: products[1] })).rejects.toMatchObject({ code: "conflict" });
    await expect(post({ user, credit: 1, debit: 1 })).rejects.toThrow(RangeError);
    expect(await rowsIn(scopeOf({ user }))).toHaveLength(1);
  });

  test("of two who take the last one at once, one gets it", async () => {
    const user = new ObjectId();
    await post({ user, credit: 1 });

    const taken = await Promise.allSettled([1, 2, 3].map(() => post({ user, debit: 1 })));

    expect(taken.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(await mongo.collections.cans.findOne({ _id: user })).toMatchObject({ totalCans: 0, rev: 2 });
  });

  test("credited for the first time by two at once are all there", async () => {
    const user = new ObjectId();

    await Promise.all([1, 2, 3].map((credit) => post({ user, credit })));

    expect(await mongo.collections.cans.findOne({ _id: user })).toMatchObject({ totalCans: 6, rev: 3 });
  });

  test("are found by each of eight readings", async () => {
    const [user, machine, product] = [new ObjectId(), new ObjectId(), new ObjectId()];
    await post({ user, machine, product, credit: 3 });

    for (const scope of [
      {},
      { user },
      { machine },
      { product },
      { user, machine },
      { user, product },
      { machine, product },
      { user, machine, product },
    ])
      expect((await rowsIn(scopeOf(scope))).some((row) => row.user.equals(user))).toBe(true);
    expect((await rowsIn("all"))[0]?.scopes).toHaveLength(8);
  });
});

test("whatever is posted, the rows add up to what stands, for each machine and product, and each says the sum", async () => {
  const aPosting = fc.record({
    person: fc.nat(1),
    machine: fc.nat(1),
    product: fc.nat(1),
    credit: fc.nat(3),
    debit: fc.nat(3),
    ms: fc.nat(2),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(aPosting, { maxLength: 12 }), async (postings) => {
      const people = [new ObjectId(), new ObjectId()];
      // All at once: those that meet at one account take turns by themselves.
      await Promise.allSettled(
        postings.map(({ person, machine, product, credit, debit, ms }) =>
          post({
            user: people[person] ?? new ObjectId(),
            machine: machines[machine] ?? machines[0],
            product: products[product] ?? products[0],
            credit,
            debit,
            now: new Date(noon.getTime() + ms),
          }),
        ),
      );
      for (const user of people) {
        const account = await mongo.collections.cans.findOne({ _id: user });
        const rows = await rowsIn(scopeOf({ user }));
        let sum = 0;
        for (const { credit, debit, userTotal } of rows) {
          sum += credit - debit;
          expect(userTotal).toBe(sum);
        }
        expect(new Set(rows.map(({ at }) => at.getTime())).size).toBe(rows.length);
        expect(account?.totalCans ?? 0).toBe(sum);
        for (const { machine, product, totalCans } of account?.current ?? []) {
          const there = await rowsIn(scopeOf({ user, machine, product }));
          expect(there.reduce((all, row) => all + row.credit - row.debit, 0)).toBe(totalCans);
          expect(totalCans).toBeGreaterThan(0);
        }
        expect((account?.current ?? []).reduce((all, entry) => all + entry.totalCans, 0)).toBe(sum);
      }
    }),
    { numRuns: 12 },
  );
});

describe("a deposit", () => {
  const change = (user: ObjectId, add: Parameters<typeof postDeposit>[2]["add"], set = {}) =>
    mongo.inTransaction((dbSession) =>
      postDeposit(mongo, dbSession, {
        user,
        add,
        set,
        by: { kind: "system", id: null },
        ref: { kind: "order", id: user },
        reason: "paid",
        now: noon,
      }),
    );

  test("changes by differences with a row, and a switch alone is none", async () => {
    const user = new ObjectId();

    await change(user, { deposit: 1_000, depositBought: 1 });
    const after = await change(user, {}, { collectSecurityDeposit: true });

    expect(after).toMatchObject({ deposit: 1_000, depositBought: 1, collectSecurityDeposit: true, rev: 2 });
    expect(await mongo.collections.depositRows.find({ user }).toArray()).toMatchObject([
      { deposit: 1_000, depositBought: 1, depositUsed: 0, reason: "paid", ref: { kind: "order", id: user } },
    ]);
  });

  test("is never below 0, whoever takes away at once, and its rows add up to it", async () => {
    const user = new ObjectId();
    await change(user, { depositUsed: 2 });

    const freed = await Promise.allSettled([1, 2, 3].map(() => change(user, { depositUsed: -1, deposit: 5 })));

    expect(freed.map(({ status }) => status).sort()).toEqual(["fulfilled", "fulfilled", "rejected"]);
    const rows = await mongo.collections.depositRows.find({ user }).toArray();
    const stands = await mongo.collections.deposits.findOne({ _id: user });
    for (const name of depositFigures) expect(rows.reduce((sum, row) => sum + row[name], 0)).toBe(stands?.[name]);
    expect(stands).toMatchObject({ depositUsed: 0, deposit: 10 });
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { waitingReconciliation } from "#shared/reconciliation/reconciliation.document.server.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { createReconciliation } from "../../workers/reconciliation/reconciliation.ts";
import { type Action, everything, season } from "./actions.ts";
import { startBooksFixture } from "./books.fixture.ts";
import { compareBooks } from "./compare.ts";
import { openIdealBooks } from "./ideal-books.ts";
import { performAccounts } from "./perform-accounts.ts";
import { performOrders } from "./perform-orders.ts";

/** `RUNS=200 SEED=7 npx vitest run scripts/books` looks further, and finds the same again. */
const numRuns = Number(process.env.RUNS ?? 5);
const seed = Number(process.env.SEED ?? 20_261_122);

const fixture = setUp(startBooksFixture);

/** What the nightly comparison says of all accounts. */
const drifts = async () => {
  const { collections } = fixture.mongo;
  const run = waitingReconciliation({ kind: "operator", id: null }, Date.now());
  await collections.reconciliations.insertOne(run);
  const log = createLogger("workers", "silent");
  await createReconciliation({ mongo: fixture.mongo, log, timeZone: "Asia/Kolkata" }).run();
  expect(await collections.reconciliations.findOne({ _id: run._id })).toMatchObject({ state: "done" });
  return collections.drifts.find({ reconciliation: run._id }, { projection: { _id: 0 } }).toArray();
};

test(
  "after any orders, payments, penalties and changes by hand every figure adds up",
  async () => {
    const played = new Set<Action["kind"]>();
    const addsUp = fc.asyncProperty(season, async ({ gstBasisPoints, freeDeposits, actions }) => {
      const shop = await fixture.openShop(gstBasisPoints, freeDeposits);
      const books = openIdealBooks(gstBasisPoints, freeDeposits);
      const perform: { [K in Action["kind"]]: (action: never) => Promise<void> } = {
        ...performOrders(fixture, shop, books),
        ...performAccounts(fixture, shop, books),
      };
      for (const action of actions) {
        played.add(action.kind);
        await perform[action.kind](action as never);
      }
      await perform.sweep({ kind: "sweep", aDayLater: true } as never);
      await compareBooks(fixture, shop, books);
      expect(await drifts()).toEqual([]);
    });
    await fc.assert(addsUp, {
      numRuns,
      seed,
      examples: [[everything]],
      interruptAfterTimeLimit: 60_000 + numRuns * 3_000,
      markInterruptAsFailure: true,
    });

    expect(played.size).toBeGreaterThan(10);
  },
  90_000 + numRuns * 3_000,
);

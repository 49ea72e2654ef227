import type { Migration } from "./migration.ts";

/** What pages were found by before workers counted days; in orders and transactions, a note of how they were counted. */
const run: Migration["run"] = async ({ db, check }) => {
  for (const name of ["orders", "canTransactions"]) {
    check();
    await db.collection(name).updateMany({ movedFrom: { $gt: "" } }, { $unset: { movedFrom: true } });
  }
  for (const name of ["rankAnchors", "movingAnchors", "rankHeads"]) {
    check();
    await db.dropCollection(name);
  }
};

/** Workers count the days of all lists when they start. */
export const migration: Migration = { title: "Pages are found by what workers count of each day", run };

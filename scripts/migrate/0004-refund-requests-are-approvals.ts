import type { ObjectId } from "mongodb";
import type { Migration } from "./migration.ts";

interface Can {
  _id: ObjectId;
  user: ObjectId;
  brand: string;
  refundRequest: { by: ObjectId; at: Date; reason: string; note: string };
}

/**
 * Only cans that are pending, which are few: the request of any other was over. The can's id also names its request.
 */
const run: Migration["run"] = async ({ db, check }) => {
  const cans = db.collection<Can & { status: string }>("canTransactions");
  const waiting = await cans
    .find({ status: "pending", refundRequest: { $type: "object" } })
    .project<Can>({ user: 1, brand: 1, refundRequest: 1 })
    .toArray();
  for (const { _id, user, brand, refundRequest } of waiting) {
    check();
    const { by, at, reason, note } = refundRequest;
    const approval = {
      kind: "refund",
      record: _id,
      user,
      change: {},
      what: `1 can of ${brand} is given back`,
      reason: note ? `${reason}: ${note}` : reason,
      by,
      at,
      state: "requested",
      decidedBy: null,
      decidedAt: null,
      decision: "",
      rev: 0,
    };
    await db.collection("approvals").updateOne({ _id }, { $setOnInsert: approval }, { upsert: true });
    await cans.updateOne({ _id, refundRequest }, { $set: { refundRequest: null } } as object);
  }
};

/** Refund requests between operators join everything else that needs a second person. */
export const migration: Migration = { title: "Requests for refunds stand among the approvals", run };

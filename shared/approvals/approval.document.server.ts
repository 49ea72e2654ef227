import type { ObjectId } from "mongodb";
import { collection } from "../runtime/collection.ts";
import { alreadyRequestedText } from "./approval.rules.ts";
import type { ApprovalKind, ApprovalState } from "./approval.schema.ts";

/** Written by the gateway; workers end one of a can that came out. A change that waits for a second person, or did. */
export interface ApprovalDocument {
  _id: ObjectId;
  kind: ApprovalKind;
  /** What the change's call names in its path. */
  record: ObjectId;
  /** The customer whom it concerns. */
  user: ObjectId;
  /** The body of that call, as it was parsed. */
  change: Record<string, unknown>;
  /** The same in words. */
  what: string;
  reason: string;
  by: ObjectId;
  at: Date;
  state: ApprovalState;
  decidedBy: ObjectId | null;
  decidedAt: Date | null;
  decision: string;
  rev: number;
}

export const approvals = {
  approvals: collection<ApprovalDocument>({
    indexes: [
      {
        name: "waiting",
        key: { record: 1, kind: 1 },
        unique: true,
        partialFilterExpression: { state: "requested" },
        taken: () => alreadyRequestedText,
      },
      { name: "waitingSince", key: { at: 1, _id: 1 }, partialFilterExpression: { state: "requested" } },
      { name: "ofRecord", key: { record: 1 } },
      { name: "user", key: { user: 1 } },
    ],
  }),
};

import type { Word } from "#shared/approvals/approval.rules.ts";
import type { ApprovalKind, ApprovalRequest } from "#shared/approvals/approval.schema.ts";
import type { Actor } from "#shared/audit/audit.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { SignedIn } from "../../http/login.ts";

/** The operator who requests or decides. */
export interface Deciding {
  actor: Actor;
  signedIn: SignedIn;
}
type RequestedChanges = { [K in ApprovalRequest["kind"]]: Extract<ApprovalRequest, { kind: K }>["change"] } & {
  "own-order": object;
};

interface Call<Change> {
  /** The customer whom the record concerns, by its id. */
  userOf: (dbSession: DbSession, record: string) => Promise<string>;
  run: (dbSession: DbSession, by: Deciding, record: string, change: Change, word: Word) => Promise<unknown>;
}
export type ApprovedCalls = { [K in ApprovalKind]: Call<RequestedChanges[K]> };

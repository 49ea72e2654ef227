import { ObjectId } from "mongodb";
import type { ApprovalDocument } from "#shared/approvals/approval.document.server.ts";
import { approvalRecord } from "#shared/approvals/approval.record.ts";
import { oneSufficesText, whyNotApprove } from "#shared/approvals/approval.rules.ts";
import type { Approval, ApprovalRequest } from "#shared/approvals/approval.schema.ts";
import { waitingApproval } from "#shared/approvals/approvals.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { mostWhole } from "#shared/http/long-lists.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { Idempotency } from "../../http/idempotency.ts";
import { onlyOf, requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { holdLivingAccount, refuseDeleted } from "../../records/require-account.ts";
import { isSecondPersonNeeded } from "../../records/second-person.ts";
import { holdUser } from "../auth/hold-caller.ts";
import { showApprovals } from "./approvals.view.ts";
import type { ApprovedCalls, Deciding } from "./approved-calls.ts";
import { createDecisions } from "./decisions.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "once" | "limits"> & { calls: ApprovedCalls };
type ApprovalCall = Deciding & { idempotency: Idempotency };
type Reply = { approval: Approval };
type Run = (dbSession: DbSession, by: Deciding, record: string, change: object, word: string) => Promise<unknown>;

const refuseToDecide = ({ user, by, state }: ApprovalDocument, operator: ObjectId) => {
  const requested = { state, user: user.toHexString(), by: { _id: by.toHexString() } };
  const why = whyNotApprove(requested, operator.toHexString());
  if (why !== null) throw new DomainError(state === "requested" ? "forbidden" : "conflict", why);
};

/** The kind's call; what is stored was parsed as its body. */
const runOf = (calls: ApprovedCalls, kind: ApprovalDocument["kind"]) => calls[kind].run as Run;

/**
 * Changes that one operator requests and another one decides. A request makes the change's own call, which must be
 * refused only for want of a second person; an approval makes it again, in the transaction that stores the approval.
 */
export const createApprovals = ({ mongo, audit, clock, calls, limits, ...parts }: Parts) => {
  const { approvals, users } = mongo.collections;
  const { writeAudit, decide, endRefused } = createDecisions({ mongo, audit, clock });

  const show = showApprovals(mongo);
  const replyOf = async (dbSession: DbSession, approval: ApprovalDocument): Promise<Reply> => ({
    approval: onlyOf(await show([approval], dbSession)),
  });
  const once = (requested: ApprovalCall, effect: (dbSession: DbSession) => Promise<Reply>) =>
    parts.once(requested, effect, ({ approval }) => approval.user);
  return {
    list: () =>
      mongo.answerAsOf(async (dbSession) => {
        const found = await approvals
          .find({ state: "requested" }, { session: dbSession, hint: "waitingSince" })
          .sort({ at: 1, _id: 1 })
          .limit(mostWhole)
          .toArray();
        return { approvals: await show(found, dbSession) };
      }),

    /** Throws what the change's own call would; `conflict` where one person suffices, or it was requested already. */
    request: (requested: ApprovalCall, { kind, record, change, reason }: ApprovalRequest): Promise<Reply> =>
      once(requested, async (dbSession) => {
        const { userId, operator } = requested.signedIn;
        const refusal: unknown = await runOf(calls, kind)(dbSession, requested, record, change, operator.role).then(
          () => new DomainError("conflict", oneSufficesText),
          (error: unknown) => error,
        );
        if (!isSecondPersonNeeded(refusal)) throw refusal;
        const mine = { by: userId, state: "requested" as const, kind: { $ne: "own-order" as const } };
        const waiting = await approvals.countDocuments(mine, { session: dbSession, hint: "waitingSince" });
        if (waiting >= limits.mostRequested)
          throw new DomainError("conflict", `${waiting} of your requests wait: withdraw one, or have one decided`);
        // Who is suspended at the same moment: the suspension ends what it finds, and this request must be among it. Of
        // two requests at once the second one counts again. A request that is refused holds nothing.
        await holdUser(dbSession, mongo, userId);
        const user = new ObjectId(await calls[kind].userOf(dbSession, record));
        // The requested change may name them: a deletion at the same moment must conflict with it.
        await holdLivingAccount(mongo, dbSession, user);
        const approval = waitingApproval({
          kind,
          record: new ObjectId(record),
          user,
          change,
          what: String(refusal.data.what),
          reason,
          by: userId,
          at: new Date(clock.now()),
        });
        await approvals.insertOne(approval, { session: dbSession });
        await writeAudit(dbSession, requested, { before: null, after: approval, reason });
        return replyOf(dbSession, approval);
      }),

    /** Throws `forbidden` for the requester and the account's owner, and what the change's own call throws. */
    approve: async (requested: ApprovalCall, id: string): Promise<Reply> => {
      // A key that was used for something else refuses the call, and says nothing of the request.
      let ofChange: unknown = null;
      try {
        return await once(requested, async (dbSession) => {
          const before = await requireRecord(mongo, dbSession, approvalRecord, id);
          refuseToDecide(before, requested.signedIn.userId);
          const { kind, record, change } = before;
          await runOf(calls, kind)(dbSession, requested, record.toHexString(), change, "agreed").catch(
            (error: unknown) => {
              ofChange = error;
              throw error;
            },
          );
          return replyOf(dbSession, await decide(dbSession, requested, before, { state: "approved", decision: "" }));
        });
      } catch (error) {
        if (error === ofChange && error instanceof DomainError) await endRefused(requested, id, error);
        throw error;
      }
    },

    /** The requester withdraws it by the same call. Throws `forbidden` for the account's owner. */
    decline: (requested: ApprovalCall, id: string, reason: string): Promise<Reply> =>
      once(requested, async (dbSession) => {
        const before = await requireRecord(mongo, dbSession, approvalRecord, id);
        const { userId } = requested.signedIn;
        const isTakenBack = before.state === "requested" && before.by.equals(userId) && before.kind !== "own-order";
        if (!isTakenBack) refuseToDecide(before, userId);
        const user = await users.findOne({ _id: before.user }, { session: dbSession, projection: { deletedAt: 1 } });
        if (user) refuseDeleted(user);
        const state = isTakenBack ? "ended" : "declined";
        return replyOf(dbSession, await decide(dbSession, requested, before, { state, decision: reason }));
      }),
  };
};

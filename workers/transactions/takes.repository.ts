import type { ObjectId } from "mongodb";
import { endApprovals } from "#shared/approvals/approvals.server.ts";
import { createCancelUnsent } from "#shared/control-units/cancel-unsent.server.ts";
import type { SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import { flagNames } from "#shared/transactions/transaction.schema.ts";
import { type PublishedEvent, publishEvent } from "#shared/webhooks/publish-event.server.ts";

const projection = {
  session: 1,
  container: 1,
  transactionId: 1,
  sentAt: 1,
  facts: 1,
  factCount: 1,
  end: 1,
  reason: 1,
  code: 1,
};
/** A customer's row: its reported facts. */
export type CustomersRow = Pick<
  SessionRowDocument,
  "_id" | "session" | "container" | "sentAt" | "facts" | "factCount"
> &
  Pick<SessionRowDocument, "end" | "reason" | "code"> & { transactionId: string };

/** Customers' transactions, and the rows that report of them. */
export const createTakesRepository = ({ collections, inTransaction }: Pick<Mongo, "collections" | "inTransaction">) => {
  const { canTransactions, sessionRows, sessions } = collections;
  const cancelUnsent = createCancelUnsent({ collections });
  return {
    /** Those of customers among the rows of a session. */
    rowsOf: (session: ObjectId): Promise<CustomersRow[]> =>
      sessionRows
        .find({ session, transactionId: { $type: "string" } })
        .project<CustomersRow>(projection)
        .toArray(),

    /** Rows with a fact that is not applied yet. */
    toApply: (limit: number): Promise<CustomersRow[]> =>
      sessionRows.find({ toApply: true }, { hint: "toApply" }).limit(limit).project<CustomersRow>(projection).toArray(),

    /** Rows that have ended, of transactions that still wait for them. */
    endedUnheard: async (limit: number): Promise<CustomersRow[]> => {
      const waiting = await canTransactions
        .find({ live: { $type: "objectId" } }, { hint: "live" })
        .limit(limit)
        .project<{ live: ObjectId }>({ _id: 0, live: 1 })
        .toArray();
      if (waiting.length === 0) return [];
      return sessionRows
        .find({ session: { $in: waiting.map(({ live }) => live) }, end: { $ne: null } })
        .project<CustomersRow>(projection)
        .toArray();
    },

    find: (transactionId: string): Promise<CanTransactionDocument | null> => canTransactions.findOne({ transactionId }),

    /** By whichever command of this transaction. */
    wasSeenOpen: async (transactionId: string, container: ObjectId): Promise<boolean> => {
      const opened = { transactionId, container, "facts.opened": { $exists: true } };
      return (await sessionRows.findOne(opened, { projection: { _id: 1 } })) !== null;
    },

    /**
     * A command that no gateway has claimed opens no door any more. One that was claimed, or has ended, stays as it is.
     */
    cancelUnsent: async (session: ObjectId): Promise<void> => {
      const stays = new Error("nothing of it is cancelled");
      await inTransaction(async (dbSession) => {
        const before = await sessions.findOne({ _id: session }, { session: dbSession });
        if (!before || typeof (await cancelUnsent(dbSession, before)) === "string") throw stays;
      }).catch((error: unknown) => {
        if (error !== stays) throw error;
      });
    },

    endRefundRequest: (record: ObjectId): Promise<void> =>
      endApprovals({ collections }, undefined, { record, kind: "refund", why: "The can came out" }),

    /**
     * Only over what it was decided of; false where something changed in between. What operators edit too counts as an
     * edit, so that a form that was opened before does not write it away.
     */
    write: async (
      { _id, status, session, live, openedIn, closedIn, failedIn, review }: CanTransactionDocument,
      change: Partial<CanTransactionDocument>,
      event: PublishedEvent<"can.opened" | "can.failed"> | null,
    ): Promise<boolean> => {
      const write = async (dbSession?: DbSession): Promise<boolean> => {
        const { matchedCount } = await canTransactions.updateOne(
          { _id, status, session, live, openedIn, closedIn, failedIn, review },
          {
            $set: change,
            $currentDate: { changedAt: true },
            $inc: { rev: flagNames.some((flag) => flag in change) ? 1 : 0 },
          },
          dbSession ? { session: dbSession } : {},
        );
        return matchedCount > 0;
      };
      if (!event) return write();
      return inTransaction(async (dbSession) => {
        const isWritten = await write(dbSession);
        if (isWritten) await publishEvent({ collections }, dbSession, event);
        return isWritten;
      });
    },

    /** The session moves no door any more: Open and Refund need not wait. */
    over: async (transaction: ObjectId, session: ObjectId): Promise<void> => {
      await canTransactions.updateOne(
        { _id: transaction, live: session },
        { $set: { live: null }, $currentDate: { changedAt: true } },
      );
    },

    /** A fact that came meanwhile is still to be applied. */
    applied: async ({ _id, factCount }: Pick<CustomersRow, "_id" | "factCount">): Promise<void> => {
      await sessionRows.updateOne({ _id, factCount, toApply: true }, { $unset: { toApply: true } });
    },
  };
};

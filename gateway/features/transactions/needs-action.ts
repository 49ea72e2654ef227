import type { SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { openedWithinMs } from "#shared/transactions/can-case.schema.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { showTransactions } from "./show-transactions.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock">;

/** At most this many are listed and counted. */
const mostShown = 50;
const mostCounted = 1_000;
/** More cans than are taken in two minutes. */
const mostFresh = 500;

/** Few cans are pending, however many were ever taken: the index has only these. */
export const createNeedsAction = ({ mongo, clock }: Parts) => {
  const { canTransactions, sessionRows } = mongo.collections;

  /** Cans that are not due yet, but whose command is over: acknowledged, and never seen open. */
  const acknowledged = async (session: DbSession, since: Date): Promise<CanTransactionDocument[]> => {
    const fresh = await canTransactions
      .find({ status: "pending", time: { $gt: since } }, { session, hint: "pending" })
      .sort({ time: -1 })
      .limit(mostFresh)
      .toArray();
    const still = fresh.filter(({ live }) => live === null);
    const rows = await sessionRows
      .find({ transactionId: { $in: still.map(({ transactionId }) => transactionId) } }, { session })
      .project<Pick<SessionRowDocument, "session" | "facts">>({ session: 1, facts: 1 })
      .toArray();
    const unseen = rows.filter(({ facts }) => facts.acknowledged && !facts.opened);
    const ids = new Set(unseen.map((row) => row.session.toHexString()));
    return still.filter((can) => ids.has(can.session.toHexString()));
  };

  const dueSince = () => new Date(clock.now() - openedWithinMs);
  const overdue = (since: Date) => ({ status: "pending" as const, time: { $lte: since } });
  const countOverdue = (session: DbSession, since: Date) =>
    canTransactions.countDocuments(overdue(since), { session, hint: "pending", limit: mostCounted });

  return {
    read: () =>
      mongo.answerAsOf(async (session) => {
        const since = dueSince();
        const early = await acknowledged(session, since);
        const late = await canTransactions
          .find(overdue(since), { session, hint: "pending" })
          .sort({ time: -1 })
          .limit(mostShown)
          .toArray();
        const shown = [...early, ...late].slice(0, mostShown);
        const transactions = await showTransactions(mongo)(shown, session);
        return { transactions, total: early.length + (await countOverdue(session, since)) };
      }),
    count: async (session: DbSession): Promise<number> => {
      const since = dueSince();
      return (await acknowledged(session, since)).length + (await countOverdue(session, since));
    },
  };
};

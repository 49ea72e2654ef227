import type { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { momentsOf } from "#shared/http/zone-days.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { RefundFacts } from "#shared/transactions/refund.rules.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { isOwnAccount } from "../../records/own-account.ts";
import { mayRequestAnother, settingsIn } from "../../records/second-person.ts";

type Parts = Pick<FeatureParts, "mongo" | "config"> & { today: () => string };

/**
 * How many refunds a customer has had today, and how many of them one person may give. Inside a refund's transaction
 * the customer's account decides between two at once: the second one counts again.
 */
export const createRefundFacts =
  ({ mongo: { collections }, config, today }: Parts) =>
  async (dbSession: DbSession, actor: Actor, user: ObjectId): Promise<RefundFacts> => {
    const session = dbSession;
    const set = await settingsIn({ collections }, dbSession);
    const day = today();
    const { from, before } = momentsOf(day, day, config.TIME_ZONE) ?? {};
    const refunded = await collections.canTransactions.countDocuments(
      { user, status: "failed", refundedAt: { $gte: from, $lt: before } },
      { session, hint: "refundedOfUser" },
    );
    const own = await isOwnAccount({ collections }, dbSession, actor, user);
    const mayRequest = await mayRequestAnother({ collections }, dbSession, actor, user);
    return { alone: mayRequest ? (set?.refundsAlone ?? null) : null, today: refunded, own };
  };
export type ReadRefundFacts = ReturnType<typeof createRefundFacts>;

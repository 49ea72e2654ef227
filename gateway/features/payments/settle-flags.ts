import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { orderRecord } from "#shared/orders/order.record.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import type { FlagsSettled } from "#shared/payments/payment.schema.ts";
import { requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { refuseOwnAction } from "../../records/own-account.ts";
import { showOrder } from "../orders/show-orders.ts";

const moreText = "This order has new information: check it again";
const goneText = "Its flags were resolved meanwhile: your reason is not stored";

/**
 * Takes flags off an order, with what was done about them in its timeline and in the audit. No money moves. A call that
 * is repeated is answered the order as it is. Throws `missing`, `forbidden` for their own order, and `conflict` with the
 * order where somebody else was quicker, or more happened to it than they saw.
 */
export const createSettleFlags =
  ({ mongo, audit, clock }: Pick<FeatureParts, "mongo" | "audit" | "clock">) =>
  async (actor: Actor, id: string, { flags, reason, steps }: FlagsSettled): Promise<Order> => {
    const { orders } = mongo.collections;
    const order = await mongo.inTransaction(async (dbSession) => {
      const present = await requireRecord(mongo, dbSession, orderRecord, id);
      const settled = present.flags.filter((flag) => flags.includes(flag));
      const isRepeated = present.steps
        .slice(steps ?? 0)
        .some((step) => step.what === "settled" && step.reason === reason && step.by?.equals(actor.id));
      if (settled.length === 0 && isRepeated) return present;
      await refuseOwnAction(mongo, dbSession, actor, present.user, "flags");
      const isOld = steps !== undefined && steps < present.steps.length;
      if (settled.length === 0 || isOld) {
        const order = await showOrder(mongo, dbSession, present);
        throw new DomainError("conflict", settled.length === 0 ? goneText : moreText, { order });
      }
      const { status, paymentId } = present;
      const now = new Date(clock.now());
      const by = { source: "operator" as const, by: actor.id };
      const changed = await orders.findOneAndUpdate(
        { _id: present._id, rev: present.rev },
        {
          $set: { flags: present.flags.filter((flag) => !settled.includes(flag)), changedAt: now },
          $addToSet: { settledFlags: { $each: settled } },
          $push: { steps: { at: now, what: "settled", status, ...by, paymentId, reason } },
          $inc: { rev: 1 },
        },
        { session: dbSession, returnDocument: "after" },
      );
      if (!changed) throw new Error("an order changed inside a snapshot");
      await audit.write(dbSession, actor, {
        verb: "order.settled",
        record: { collection: "orders", id },
        before: { flags: present.flags },
        after: { flags: changed.flags },
        reason,
      });
      return changed;
    });
    const { found } = await mongo.readAsOf((dbSession) => showOrder(mongo, dbSession, order));
    return found;
  };

import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { UnknownPaymentDocument } from "#shared/payments/payment.document.server.ts";
import type { PaymentSettled, UnknownPayment } from "#shared/payments/payment.schema.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { unknownPaymentView } from "./unknown-payments.ts";

const auditedOf = ({ status, amount, currency, settled }: UnknownPaymentDocument) => ({
  status,
  amount,
  currency,
  settled: settled ?? null,
});

/**
 * Takes a payment of no order off the list, with what was done about it in the audit. No money moves. Throws `missing`,
 * and `conflict` where somebody else was quicker or the provider has said something else meanwhile.
 */
export const createSettlePayment = ({ mongo, audit, clock }: Pick<FeatureParts, "mongo" | "audit" | "clock">) => {
  const { unknownPayments, users } = mongo.collections;

  const show = async (session: DbSession, payment: UnknownPaymentDocument): Promise<UnknownPayment> => {
    const by = payment.settled && (await users.findOne({ _id: payment.settled.by }, { session }));
    return unknownPaymentView(payment, by?.name ?? "");
  };
  const refusal = (present: UnknownPayment, seen: string): string | null => {
    const { settled, status } = present;
    if (settled) return `${settled.by.name || "Somebody"} has looked after this payment already: ${settled.reason}`;
    return status === seen ? null : `The provider says ${status} of this payment now: look at it again`;
  };

  return (actor: Actor, paymentId: string, { status, reason }: PaymentSettled): Promise<{ payment: UnknownPayment }> =>
    mongo.inTransaction(async (dbSession) => {
      const present = await unknownPayments.findOne({ _id: paymentId }, { session: dbSession });
      if (!present) throw new DomainError("missing", `There is no payment ${paymentId} without an order`);
      const shown = await show(dbSession, present);
      const why = refusal(shown, status);
      if (why !== null) throw new DomainError("conflict", why, { payment: shown });
      if (!actor.id) throw new Error("only an operator looks after payments");
      const changed = await unknownPayments.findOneAndUpdate(
        { _id: paymentId, status, "settled.at": null },
        { $set: { settled: { at: new Date(clock.now()), by: actor.id, reason } } },
        { session: dbSession, returnDocument: "after" },
      );
      if (!changed) throw new Error("a payment changed inside a snapshot");
      await audit.write(dbSession, actor, {
        verb: "payment.settled",
        record: { collection: "unknownPayments", id: paymentId },
        before: auditedOf(present),
        after: auditedOf(changed),
        reason,
      });
      return { payment: await show(dbSession, changed) };
    });
};

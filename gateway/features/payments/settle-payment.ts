import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { UnknownPaymentDocument } from "#shared/payments/payment.document.server.ts";
import type { PaymentSettled, UnknownPayment } from "#shared/payments/payment.schema.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { unknownPaymentView } from "./unknown-payments.ts";

const moreText = "This payment has new information: check it again";

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
  const refusal = (present: UnknownPayment, seen: Pick<PaymentSettled, "status" | "said">): string | null => {
    const { settled, status, said } = present;
    if (settled) return `${settled.by.name || "Somebody"} has resolved this payment already: ${settled.reason}`;
    if (status !== seen.status) return `The provider now reports this payment as ${status}: check it again`;
    return said.length > (seen.said ?? said.length) ? moreText : null;
  };

  return (actor: Actor, paymentId: string, { reason, ...seen }: PaymentSettled): Promise<{ payment: UnknownPayment }> =>
    mongo.inTransaction(async (dbSession) => {
      const present = await unknownPayments.findOne({ _id: paymentId }, { session: dbSession });
      if (!present) throw new DomainError("missing", `There is no unmatched payment ${paymentId}`);
      const shown = await show(dbSession, present);
      const why = refusal(shown, seen);
      if (why !== null) throw new DomainError("conflict", why, { payment: shown });
      if (!actor.id) throw new Error("only an operator resolves payments");
      const changed = await unknownPayments.findOneAndUpdate(
        { _id: paymentId, status: seen.status, "settled.at": null },
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

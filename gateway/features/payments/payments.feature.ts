import { DomainError } from "#shared/http/domain-error.ts";
import { within } from "#shared/http/within.ts";
import { listPaymentsToReview, settleFlags, settlePayment, verifyPayment } from "#shared/payments/payment.api.ts";
import { route } from "../../http/route.ts";
import { wholeBody } from "../../http/whole-body.ts";
import type { Feature } from "../../records/feature.ts";
import { publishPaymentFigures } from "./payment-figures.ts";
import { createPaymentsToReview } from "./payments-to-review.ts";
import { createSettleFlags } from "./settle-flags.ts";
import { createSettlePayment } from "./settle-payment.ts";
import { createVerification } from "./verification.ts";
import { createWebhook } from "./webhook.ts";

/** A notice is a few kilobytes. */
const noticeLimitBytes = 65_536;

/** Payments: verified by an operator, announced by the provider, and what somebody must look at. */
export const paymentsFeature: Feature = (app, parts) => {
  const verify = createVerification(parts);
  const webhook = createWebhook({ ...parts, verify });
  const review = createPaymentsToReview(parts);
  const settle = createSettleFlags(parts);
  const settleUnknown = createSettlePayment(parts);
  publishPaymentFigures(parts);

  route(app, verifyPayment, async ({ actor, body }) => {
    const { shown, refusal } = await verify(body._id, { actor, source: "verification" });
    if (refusal)
      throw new DomainError(refusal.isAway ? "payment-unavailable" : "conflict", refusal.sentence, { order: shown });
    return { order: shown };
  });
  route(app, listPaymentsToReview, ({ query }) => review.read(query.limit));
  route(app, settleFlags, async ({ actor, params, body }) => ({ order: await settle(actor, params.id, body) }));
  route(app, settlePayment, ({ actor, params, body }) => settleUnknown(actor, params.paymentId, body));

  // The signature covers the bytes as they came: JSON that was parsed and written again has another one.
  app.register(async (notices) => {
    notices.removeContentTypeParser("application/json");
    notices.addContentTypeParser("application/json", wholeBody);
    notices.post(
      "/intake/payments/webhook",
      { schema: { hide: true }, bodyLimit: noticeLimitBytes },
      async ({ body, headers, ip }) => {
        const delivered = {
          raw: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          signature: headers["x-razorpay-signature"],
          eventId: headers["x-razorpay-event-id"],
          from: ip,
        };
        await within(app.httpMs, "The server", webhook.take(delivered));
        return { success: true };
      },
    );
    notices.addHook("onClose", webhook.idle);
  });
};

import { signatureOf } from "#shared/payments/signature.server.ts";
import { trialPayments } from "#shared/runtime/config-payments.ts";

/** A notice as the provider sends it to the webhook: signed over its bytes. */
export const signedNotice = (body: string | object, headers: Record<string, string> = {}) => {
  const raw = typeof body === "string" ? body : JSON.stringify(body);
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-razorpay-signature": signatureOf(Buffer.from(raw), trialPayments.PAYMENT_WEBHOOK_SECRET),
      ...headers,
    },
    body: raw,
  };
};

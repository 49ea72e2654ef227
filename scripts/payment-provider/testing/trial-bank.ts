import { trialPayments } from "#shared/runtime/config-payments.ts";
import { startPaymentProvider } from "../server.ts";

/** The payment provider of a trial, in a hurry. It notifies the gateway that stands at this address by then. */
export const startTrialBank = (gatewayUrl: () => string) =>
  startPaymentProvider({
    keyId: trialPayments.PAYMENT_KEY_ID,
    keySecret: trialPayments.PAYMENT_KEY_SECRET,
    notices: () => ({
      url: `${gatewayUrl()}/api/v1.2/intake/payments/webhook`,
      secret: trialPayments.PAYMENT_WEBHOOK_SECRET,
      formerSecret: "",
    }),
    paceMs: 10,
  });

import { trialPayments } from "#shared/runtime/config-payments.ts";
import { startPaymentProvider } from "./server.ts";

/** The played provider with the trial's keys, which notifies its gateways in turn once it knows them. */
export const startNotifyingProvider = async () => {
  const published: string[] = [];
  const provider = await startPaymentProvider({
    keyId: trialPayments.PAYMENT_KEY_ID,
    keySecret: trialPayments.PAYMENT_KEY_SECRET,
    notices: () => {
      const url = published.shift();
      if (!url) return null;
      published.push(url);
      return { url, secret: trialPayments.PAYMENT_WEBHOOK_SECRET, formerSecret: "the one before" };
    },
    paceMs: 3_600_000,
  });
  return {
    provider,
    notify: (gateways: readonly { url: string }[]): void => {
      for (const { url } of gateways) published.push(`${url}/api/v1.2/intake/payments/webhook`);
    },
  };
};

import { type PaymentVariables, paymentSettings } from "../runtime/config-payments.ts";
import { type PaymentProvider, ProviderError } from "./provider.server.ts";
import { createRazorpay } from "./razorpay.server.ts";

/** The provider of this environment; null where none is configured. */
export const configuredProvider = (config: PaymentVariables): PaymentProvider | null => {
  const settings = paymentSettings(config);
  return settings && createRazorpay(settings);
};

const refuse = async (): Promise<never> => {
  throw new ProviderError("credentials", "No payment provider is configured: set PAYMENT_KEY_ID and its secrets");
};
/** Used if no provider is configured: every call says so. */
export const noProvider: PaymentProvider = {
  keyId: "",
  createOrder: refuse,
  payment: refuse,
  ofOrder: refuse,
  capture: refuse,
  dispute: refuse,
};

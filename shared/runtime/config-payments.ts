/** What the local provider of a trial accepts. Printed in the documentation, so no secret of anybody. */
export const trialPayments = {
  PAYMENT_KEY_ID: "rzp_trial",
  PAYMENT_KEY_SECRET: "trial-payments",
  PAYMENT_WEBHOOK_SECRET: "trial-notices",
};

const together = ["PAYMENT_KEY_ID", "PAYMENT_KEY_SECRET", "PAYMENT_WEBHOOK_SECRET"] as const;

export interface PaymentVariables extends Partial<Record<(typeof together)[number], string | undefined>> {
  PAYMENT_BASE_URL?: string | undefined;
}

/** The real one; PAYMENT_BASE_URL leads elsewhere. */
const razorpayUrl = "https://api.razorpay.com";

interface PaymentSettings {
  baseUrl: string;
  keyId: string;
  keySecret: string;
  /** Those that notices may be signed with, the newest first: two while one is being changed. */
  webhookSecrets: string[];
}

/** Null where no provider is configured: orders are then made by nobody and verified with nobody. */
export const paymentSettings = ({ PAYMENT_BASE_URL, ...secrets }: PaymentVariables): PaymentSettings | null => {
  const { PAYMENT_KEY_ID: keyId, PAYMENT_KEY_SECRET: keySecret, PAYMENT_WEBHOOK_SECRET: webhookSecret } = secrets;
  if (!keyId || !keySecret || !webhookSecret) return null;
  const webhookSecrets = webhookSecret
    .split(",")
    .map((secret) => secret.trim())
    .filter(Boolean);
  return { baseUrl: PAYMENT_BASE_URL ?? razorpayUrl, keyId, keySecret, webhookSecrets };
};

/** A sentence where some are set and others are missing; null where they fit. */
export const whyNotPayments = (values: PaymentVariables): string | null => {
  const missing = together.filter((name) => !values[name]);
  if (missing.length === 0 || missing.length === together.length) return null;
  return `${together.join(", ")} belong together: set all of them or none (missing: ${missing.join(", ")}).`;
};

/** Why production may not reach the provider there; what the secrets are is judged with all others. */
export const whyNoProductionPayments = (values: PaymentVariables): string[] => {
  if (!values.PAYMENT_BASE_URL?.startsWith("http:")) return [];
  return ["PAYMENT_BASE_URL must begin with https://: the key would travel readable to anybody on the way."];
};

import { isLoopback, type NetworkVariables, whyNotNetwork } from "./config-network.ts";
import { type PaymentVariables, whyNoProductionPayments } from "./config-payments.ts";
import { type SecretVariables, trialDefaults, whyNotSecrets } from "./config-secrets.ts";

const neededInProduction = [
  "MONGODB_URI",
  "REDIS_URL",
  "JWT_SECRET",
  "PROVISIONING_KEY",
  "OTP_WEBHOOK_URL",
  "ADMIN_PHONE",
] as const;

interface Judged
  extends PaymentVariables,
    SecretVariables,
    NetworkVariables,
    Partial<Record<(typeof neededInProduction)[number], string | undefined>> {
  DEMO?: boolean | undefined;
  SIMULATOR?: number | undefined;
  ALLOW_TRIAL_ON_NETWORK: boolean;
}

/** Every reason why these values are none for production, a sentence each. Empty is fine. `refused` are set, and wrong. */
export const whyNotInProduction = (values: Judged, refused: ReadonlySet<string> = new Set()): string[] => {
  const { ADMIN_PHONE, OTP_WEBHOOK_URL } = values;
  const missing = neededInProduction.filter((name) => values[name] === undefined && !refused.has(name));
  const unwanted = (["DEMO", "SIMULATOR"] as const).filter((name) => values[name]);
  return [
    ...(missing.length > 0 ? [`Production needs these variables: ${missing.join(", ")}.`] : []),
    ...(unwanted.length > 0 ? [`Production never seeds or simulates: remove ${unwanted.join(", ")}.`] : []),
    ...(ADMIN_PHONE === trialDefaults.ADMIN_PHONE
      ? ["ADMIN_PHONE is the trial's: name the phone of the operator who is to be the first admin."]
      : []),
    ...(OTP_WEBHOOK_URL?.startsWith("http:")
      ? ["OTP_WEBHOOK_URL must begin with https://: sign-in codes would travel readable to anybody on the way."]
      : []),
    ...whyNotSecrets(values),
    ...whyNoProductionPayments(values),
    ...whyNotNetwork(values),
  ];
};

/** Why this trial may not listen at its HOST; null where it may. */
export const whyNotOnNetwork = ({ HOST, ALLOW_TRIAL_ON_NETWORK }: Judged): string | null =>
  isLoopback(HOST) || ALLOW_TRIAL_ON_NETWORK
    ? null
    : `HOST is ${HOST}, where others reach this trial, whose keys everybody knows: set NODE_ENV=production, or ALLOW_TRIAL_ON_NETWORK=1 if you want that.`;

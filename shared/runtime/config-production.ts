import { type PaymentVariables, whyNoProductionPayments } from "./config-payments.ts";

/** What a trial is given where the operator chose nothing. Printed in the documentation, so no secret of anybody. */
export const trialDefaults = { ADMIN_PHONE: "9876543210", PROVISIONING_KEY: "trial-provisioning" };

const neededInProduction = [
  "MONGODB_URI",
  "REDIS_URL",
  "JWT_SECRET",
  "PROVISIONING_KEY",
  "OTP_WEBHOOK_URL",
  "ADMIN_PHONE",
] as const;

interface Judged extends PaymentVariables, Partial<Record<(typeof neededInProduction)[number], string | undefined>> {
  HOST: string;
  DEMO?: boolean | undefined;
  SIMULATOR?: number | undefined;
  METRICS_TOKEN?: string | undefined;
  ALLOW_TRIAL_ON_NETWORK: boolean;
}

/** As long as 128 random bits are in hexadecimal. */
const shortestKey = 32;

/** Every reason why these values are none for production, a sentence each. Empty is fine. */
export const whyNotInProduction = (values: Judged): string[] => {
  const { JWT_SECRET, PROVISIONING_KEY, ADMIN_PHONE, OTP_WEBHOOK_URL, METRICS_TOKEN } = values;
  const missing = neededInProduction.filter((name) => values[name] === undefined);
  const unwanted = (["DEMO", "SIMULATOR"] as const).filter((name) => values[name]);
  const isTrialKey = PROVISIONING_KEY === trialDefaults.PROVISIONING_KEY;
  const keys = { JWT_SECRET, PROVISIONING_KEY: isTrialKey ? undefined : PROVISIONING_KEY, METRICS_TOKEN };
  const short = Object.entries(keys).filter(([, key]) => key !== undefined && key.length < shortestKey);
  return [
    ...(missing.length > 0 ? [`Production needs these variables: ${missing.join(", ")}.`] : []),
    ...(unwanted.length > 0 ? [`Production never seeds or simulates: remove ${unwanted.join(", ")}.`] : []),
    ...(isTrialKey
      ? [
          "PROVISIONING_KEY is the trial's, which everybody knows: choose one of your own, such as `openssl rand -hex 32` makes.",
        ]
      : []),
    ...(ADMIN_PHONE === trialDefaults.ADMIN_PHONE
      ? ["ADMIN_PHONE is the trial's: name the phone of the operator who is to be the first admin."]
      : []),
    ...(OTP_WEBHOOK_URL?.startsWith("http:")
      ? ["OTP_WEBHOOK_URL must begin with https://: sign-in codes would travel readable to anybody on the way."]
      : []),
    ...whyNoProductionPayments(values),
    ...short.map(([name]) => `${name} must be at least ${shortestKey} characters in production.`),
  ];
};

/** Whether only this machine reaches what listens there. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(host);

/** Why this trial may not listen where it is told to; null where it may. */
export const whyNotOnNetwork = ({ HOST, ALLOW_TRIAL_ON_NETWORK }: Judged): string | null =>
  isLoopback(HOST) || ALLOW_TRIAL_ON_NETWORK
    ? null
    : `HOST is ${HOST}, where others reach this trial, whose keys everybody knows: set NODE_ENV=production, or ALLOW_TRIAL_ON_NETWORK=1 if you want that.`;

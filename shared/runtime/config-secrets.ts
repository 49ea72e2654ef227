import { trialPayments } from "./config-payments.ts";

/** What a trial is given where the operator chose nothing. Printed in the documentation, so no secret of anybody. */
export const trialDefaults = { ADMIN_PHONE: "9876543210", PROVISIONING_KEY: "trial-provisioning" };

export interface SecretVariables {
  JWT_SECRET?: string | undefined;
  JWT_SECRET_PREVIOUS?: string | undefined;
  PROVISIONING_KEY?: string | undefined;
  PROVISIONING_KEY_PREVIOUS?: string | undefined;
  METRICS_TOKEN?: string | undefined;
  REPORT_WEBHOOK_SECRET?: string | undefined;
  REPORT_WEBHOOK_SECRET_PREVIOUS?: string | undefined;
  PAYMENT_KEY_ID?: string | undefined;
  PAYMENT_KEY_SECRET?: string | undefined;
  PAYMENT_WEBHOOK_SECRET?: string | undefined;
}

/** The length of 128 random bits in hexadecimal. */
const shortestKey = 32;
/** The provider gives 24 characters; a webhook's secret is typed into its form by hand. */
const shortestOfProvider = 16;
/** Random text of such lengths has more different characters; one that repeats a few has not. */
const fewestDifferent = 8;
const own = "choose one of your own, such as `openssl rand -hex 32` makes";

const published = new Set<string>([trialDefaults.PROVISIONING_KEY, ...Object.values(trialPayments)]);

/** What a secret is too weak for; null where it is not. */
const whyWeak = (name: string, secret: string, shortest: number): string | null => {
  if (published.has(secret)) return `${name} is the trial's, which everybody knows: ${own}.`;
  if (secret.length < shortest) return `${name} must be at least ${shortest} characters in production.`;
  if (new Set(secret).size < fewestDifferent)
    return `${name} repeats fewer than ${fewestDifferent} different characters, which is soon guessed: ${own}.`;
  return null;
};

const ownKeys = [
  "JWT_SECRET",
  "JWT_SECRET_PREVIOUS",
  "PROVISIONING_KEY",
  "PROVISIONING_KEY_PREVIOUS",
  "METRICS_TOKEN",
  "REPORT_WEBHOOK_SECRET",
  "REPORT_WEBHOOK_SECRET_PREVIOUS",
] as const;

/** Each variable once: of two with the same value, the later one is named with the earlier one. */
const whyShared = (values: SecretVariables): string[] => {
  const names = [...ownKeys, "PAYMENT_KEY_SECRET", "PAYMENT_WEBHOOK_SECRET"] as const;
  const secretsOf = (name: (typeof names)[number]) => (values[name] ?? "").split(",").map((secret) => secret.trim());
  return names.flatMap((name, at) => {
    const known = new Set(secretsOf(name).filter((secret) => secret !== ""));
    const same = names.slice(0, at).find((other) => secretsOf(other).some((secret) => known.has(secret)));
    return same ? [`${name} is the same as ${same}: one that leaks gives away both, ${own}.`] : [];
  });
};

const whyNotProviders = ({ PAYMENT_KEY_ID, PAYMENT_KEY_SECRET, PAYMENT_WEBHOOK_SECRET }: SecretVariables) => {
  const reasons: (string | null)[] = [];
  if (PAYMENT_KEY_ID !== undefined && !/^rzp_live_[A-Za-z0-9]{8,}$/.test(PAYMENT_KEY_ID))
    reasons.push(
      "PAYMENT_KEY_ID must be a key of the provider's live mode, rzp_live_ and its letters: test keys (rzp_test_) and the trial's take no money.",
    );
  if (PAYMENT_KEY_SECRET !== undefined)
    reasons.push(whyWeak("PAYMENT_KEY_SECRET", PAYMENT_KEY_SECRET, shortestOfProvider));
  if (PAYMENT_WEBHOOK_SECRET !== undefined) {
    const listed = PAYMENT_WEBHOOK_SECRET.split(",").map((secret) => secret.trim());
    if (listed.some((secret) => secret === ""))
      reasons.push("PAYMENT_WEBHOOK_SECRET lists an empty secret: write one, or two with a comma between them.");
    listed.forEach((secret, at) => {
      const name =
        listed.length > 1 ? `PAYMENT_WEBHOOK_SECRET (number ${at + 1} of the list)` : "PAYMENT_WEBHOOK_SECRET";
      if (secret !== "") reasons.push(whyWeak(name, secret, shortestOfProvider));
    });
  }
  return reasons;
};

/** Every reason why these secrets are none for production, a sentence each; no sentence repeats a secret. */
export const whyNotSecrets = (values: SecretVariables): string[] =>
  [
    ...ownKeys.map((name) => {
      const secret = values[name];
      return secret === undefined ? null : whyWeak(name, secret, shortestKey);
    }),
    ...whyShared(values),
    ...whyNotProviders(values),
  ].filter((reason) => reason !== null);

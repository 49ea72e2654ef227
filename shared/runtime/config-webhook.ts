import { isLoopback } from "./config-network.ts";

const together = ["REPORT_WEBHOOK_URL", "REPORT_WEBHOOK_SECRET", "CONSOLE_URL"] as const;

type WebhookVariables = Partial<
  Record<(typeof together)[number] | "REPORT_WEBHOOK_SECRET_PREVIOUS", string | undefined>
>;

export interface ReportWebhook {
  url: string;
  /** Each signs: two while one replaces the other. */
  secrets: string[];
  /** Where operators open the console, without a slash at its end. */
  console: string;
}

/** Null where nobody is notified. */
export const reportWebhook = (values: WebhookVariables): ReportWebhook | null => {
  const { REPORT_WEBHOOK_URL: url, REPORT_WEBHOOK_SECRET: secret, CONSOLE_URL: address } = values;
  const { REPORT_WEBHOOK_SECRET_PREVIOUS: previous } = values;
  const secrets = [secret, previous].filter((one) => one !== undefined);
  return url && secret && address ? { url, secrets, console: new URL(address).origin } : null;
};

/** Encrypted, or to this machine. */
const isSafe = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || isLoopback(hostname.replace(/^\[|\]$/g, ""));
};

/** A sentence where they do not fit; null where they do. */
export const whyNotWebhook = (values: WebhookVariables): string | null => {
  const missing = together.filter((name) => !values[name]);
  const { REPORT_WEBHOOK_URL: url } = values;
  // The console's address may be said without the webhook.
  if (!url && !values.REPORT_WEBHOOK_SECRET) return null;
  if (missing.length > 0)
    return `${together.join(", ")} belong together: set all of them, or neither of the first two (missing: ${missing.join(", ")}).`;
  return url && isSafe(url) ? null : "REPORT_WEBHOOK_URL must begin with https://, unless it leads to this machine.";
};

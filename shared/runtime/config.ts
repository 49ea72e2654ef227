import * as z from "zod";
import { Rupees } from "../http/money.ts";
import { whyNotPayments } from "./config-payments.ts";
import { whyNotInProduction, whyNotOnNetwork } from "./config-production.ts";
import { Ranges, TrustProxy } from "./config-proxies.ts";
import { trialDefaults } from "./config-secrets.ts";
import { whyNotWebhook } from "./config-webhook.ts";
import { whyNotRedis } from "./redis-address.ts";

const flag = z.enum(["true", "false", "1", "0", "on", "off"]).transform((value) => ["true", "1", "on"].includes(value));
/** Digits, whole or with a point: `Number` would also read 1e3, 0x10 and a blank. */
const figure = (words: string) =>
  z
    .string()
    .trim()
    .regex(/^\d+(\.\d+)?$/, words)
    .transform(Number);
const port = figure("must be a port number").pipe(
  z.number().int().min(1, "must be 1 to 65535").max(65_535, "must be 1 to 65535"),
);
const perSecond = figure("must be a number a second").pipe(z.number().int().min(1).max(1_000_000));
const perMinute = figure("must be a number a minute").pipe(z.number().int().min(1).max(100_000));
const connections = figure("must be a number of connections").pipe(z.number().int().min(1));
const url = (...protocols: string[]) =>
  z.string().refine((text) => protocols.some((protocol) => text.startsWith(`${protocol}://`)), {
    error: `must begin with ${protocols.map((protocol) => `${protocol}://`).join(" or ")}`,
  });
/** Without a name the driver would choose `test`, where nobody looks for Cansole's data. */
const namesDatabase = (text: string) => /^[^/]+:\/\/[^/]+\/[^/?]+/.test(text);
/** With these no list is read at one moment, and nothing is written in a transaction. */
const choosesReads = (text: string) => /[?&](readPreference=(?!primary(&|$))|readConcernLevel=)/i.test(text);
const namesUser = (text: string) => URL.canParse(text) && new URL(text).username + new URL(text).password !== "";
const webUrl = url("http", "https")
  .refine((text) => URL.canParse(text), { error: "is no address that can be called" })
  // `fetch` refuses to call them.
  .refine((text) => !namesUser(text), { error: "must name neither user nor password" });
const timeZone = z.string().refine(
  (name) => {
    try {
      return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
    } catch {
      return false;
    }
  },
  { error: "is not a time zone this system knows" },
);

const days = (least: number, standard: number) => {
  const words = `must be ${least} to 3650 days`;
  return figure("must be a number of days")
    .pipe(z.number().int("must be whole days").min(least, words).max(3_650, words))
    .default(standard);
};

const hosts = z
  .string()
  .default("")
  .transform((text) => text.split(",").map((host) => host.trim()))
  .transform((names) => names.filter((host) => host !== ""));

const loginHours = "must be 1 to 12 hours";
const closeSeconds = "must be 0 to 600 seconds";
const idleMinutes = "must be 5 to 720 minutes";

/** Every variable of the environment; `.env.example` explains them and a test compares the two. */
export const environment = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  GATEWAY_ROLE: z.enum(["all", "http", "machines"]).default("all"),
  PORT: port.default(3000),
  HOST: z.string().default("127.0.0.1"),
  MQTT_PORT: port.default(1883),
  MQTT_WS_PORT: port.optional(),
  MQTT_TLS_KEY: z.string().optional(),
  MQTT_TLS_CERT: z.string().optional(),
  MQTT_PROXY_PROTOCOL: Ranges,
  MQTT_CLOSE_SECONDS: figure("must be a number of seconds").pipe(z.number().max(600, closeSeconds)).default(5),
  MQTT_CONNECTIONS_PER_ADDRESS: connections.default(5_000),
  MQTT_PACKETS_PER_ADDRESS: perSecond.default(10_000),
  MQTT_STRANGER_PACKETS_PER_ADDRESS: perSecond.default(1_000),
  MQTT_WRONG_SIGN_INS_PER_ADDRESS: perMinute.default(60),
  MQTT_WRONG_SIGN_INS_PER_SERIAL: perMinute.default(10),
  MONGODB_URI: url("mongodb", "mongodb+srv")
    .refine(namesDatabase, {
      error: "names no database: put its name behind the hosts, such as mongodb://127.0.0.1:27017/cansole",
    })
    .refine((text) => !choosesReads(text), {
      error: "must set neither readConcernLevel nor another readPreference than primary",
    })
    .optional(),
  REDIS_URL: url("redis", "rediss")
    .superRefine((text, context) => {
      const problem = whyNotRedis(text);
      if (problem !== null) context.addIssue(problem);
    })
    .optional(),
  JWT_SECRET: z.string().min(32, "must be at least 32 characters").optional(),
  JWT_SECRET_PREVIOUS: z.string().min(32, "must be at least 32 characters").optional(),
  LOGIN_HOURS: figure("must be a number of hours").pipe(z.number().min(1, loginHours).max(12, loginHours)).default(12),
  LOGIN_IDLE_MINUTES: figure("must be a number of minutes")
    .pipe(z.number().min(5, idleMinutes).max(720, idleMinutes))
    .default(120),
  PROVISIONING_KEY: z.string().min(8, "must be at least 8 characters").optional(),
  PROVISIONING_KEY_PREVIOUS: z.string().min(8, "must be at least 8 characters").optional(),
  TIME_ZONE: timeZone.default("Asia/Kolkata"),
  DATA_DIR: z.string().default(".data"),
  WEB_ROOT: z.string().default("dist/web"),
  TRUST_PROXY: TrustProxy,
  CONNECTIONS_PER_ADDRESS: connections.default(500),
  HEALTH_HOST: z.string().default("127.0.0.1"),
  WORKERS_HEALTH_PORT: port.optional(),
  REPORT_WORKERS_HEALTH_PORT: port.optional(),
  METRICS_TOKEN: z.string().min(16, "must be at least 16 characters").optional(),
  ALLOW_TRIAL_ON_NETWORK: flag.default(false),
  ALLOW_PLAIN_STORES: hosts,
  ALLOW_PLAIN_MQTT: flag.default(false),
  // The uptime of 30 days is made of it.
  HISTORY_DAYS: days(30, 90),
  // A unit repeats a result for as long as it was not acknowledged.
  COMMANDS_DAYS: days(7, 90),
  // A call is repeated within seconds; a day covers a client that was switched off over night.
  IDEMPOTENCY_KEYS_DAYS: days(1, 1),
  ADMIN_PHONE: z
    .string()
    .regex(/^\d{10}$/, "must be exactly 10 digits")
    .optional(),
  OTP_WEBHOOK_URL: webUrl.optional(),
  CONSOLE_URL: webUrl.optional(),
  REPORT_WEBHOOK_URL: webUrl.optional(),
  WEBHOOK_PRIVATE_ADDRESSES: Ranges,
  REPORT_WEBHOOK_SECRET: z.string().min(32, "must be at least 32 characters").optional(),
  REPORT_WEBHOOK_SECRET_PREVIOUS: z.string().min(32, "must be at least 32 characters").optional(),
  PAYMENT_PROVIDER: z.enum(["razorpay"]).default("razorpay"),
  PAYMENT_BASE_URL: webUrl.optional(),
  PAYMENT_KEY_ID: z.string().optional(),
  PAYMENT_KEY_SECRET: z.string().optional(),
  PAYMENT_WEBHOOK_SECRET: z.string().optional(),
  SECURITY_DEPOSIT: figure("must be a number of rupees").pipe(Rupees).default(0),
  DEMO: flag.optional(),
  SIMULATOR: figure("must be a number of machines").pipe(z.number().int().max(5_000)).optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

/** Its message is the sentence to print; nothing else is wrong than the environment. */
export class ConfigError extends Error {}

export type Config = z.output<typeof environment> & { trial: boolean; ADMIN_PHONE?: string };

/**
 * Parses the environment once. An empty variable counts as not set.
 * Throws ConfigError naming every variable that is wrong or missing, in one go.
 */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  if (given.MQTT_URL) {
    throw new ConfigError("MQTT_URL is set, but Cansole does not connect to an external MQTT broker yet: remove it.");
  }
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    const names = new Set(parsed.error.issues.map(({ path: [name] }) => String(name)));
    const rest = environment.safeParse(Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name))));
    const more = rest.success ? whyNot(rest.data, names) : [];
    throw new ConfigError([`The environment is not right: ${wrong.join("; ")}.`, ...more].join("\n"));
  }
  const values = parsed.data;
  const reasons = whyNot(values);
  if (reasons.length > 0) throw new ConfigError(reasons.join("\n"));
  if (values.NODE_ENV === "production") return { ...values, trial: false };
  return { ...trialDefaults, ...values, trial: true };
};

/** Why these values, each right by itself, are not right together or where they are used; `refused` are set and wrong. */
const whyNot = (values: z.output<typeof environment>, refused: ReadonlySet<string> = new Set()): string[] => {
  const isHalf = Boolean(values.MQTT_TLS_KEY) !== Boolean(values.MQTT_TLS_CERT);
  return [
    isHalf ? "MQTT_TLS_KEY and MQTT_TLS_CERT belong together: set both or neither." : null,
    whyNotPayments(values),
    whyNotWebhook(values),
    ...(values.NODE_ENV === "production" ? whyNotInProduction(values, refused) : [whyNotOnNetwork(values)]),
  ].filter((reason) => reason !== null);
};

/** The two URLs and the two secrets that a service cannot run without; the launcher hands them to a trial. */
export const readServiceConfig = (env: Record<string, string | undefined>) => {
  const config = readConfig(env);
  const { MONGODB_URI, REDIS_URL, JWT_SECRET, PROVISIONING_KEY } = config;
  if (!MONGODB_URI || !REDIS_URL || !JWT_SECRET || !PROVISIONING_KEY) {
    const missing = Object.entries({ MONGODB_URI, REDIS_URL, JWT_SECRET, PROVISIONING_KEY }).filter(([, v]) => !v);
    throw new ConfigError(`This process needs these variables: ${missing.map(([name]) => name).join(", ")}.`);
  }
  return { ...config, MONGODB_URI, REDIS_URL, JWT_SECRET, PROVISIONING_KEY };
};
export type ServiceConfig = ReturnType<typeof readServiceConfig>;

import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { trialPayments } from "./config-payments.ts";

/** All that production may be given, in order. */
const right = {
  NODE_ENV: "production",
  HOST: "0.0.0.0",
  MONGODB_URI: "mongodb://cansole:secret@db-1,db-2:27017/cansole?replicaSet=rs0&tls=true",
  REDIS_URL: "rediss://:secret@cache:6379",
  JWT_SECRET: "5b0e7c1f9a3d48e26f7081a2c4d6e8fa",
  PROVISIONING_KEY: "c81e728d9d4c2f636f067f89cc14862c",
  METRICS_TOKEN: "eccbc87e4b5ce2fe28308fd9f2a7baf3",
  REPORT_WEBHOOK_URL: "https://hooks.example/report",
  REPORT_WEBHOOK_SECRET: "a87ff679a2f3e71d9181a67b7542122c",
  OTP_WEBHOOK_URL: "https://sms.example/send",
  CONSOLE_URL: "https://console.example",
  ADMIN_PHONE: "9000000000",
  PAYMENT_KEY_ID: "rzp_live_A1b2C3d4E5f6G7",
  PAYMENT_KEY_SECRET: "1679091c5a880faf6fb5e608",
  PAYMENT_WEBHOOK_SECRET: "8f14e45fceea167a5a36, c9f0f895fb98ab9159f5",
  MQTT_TLS_KEY: "/etc/tls/key.pem",
  MQTT_TLS_CERT: "/etc/tls/cert.pem",
};
type Env = Partial<Record<keyof typeof right | string, string | undefined>>;
const complaints = (env: Env): string[] => {
  try {
    readConfig({ ...right, ...env });
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message.split("\n");
  }
  return [];
};
const noTls = { MQTT_TLS_KEY: undefined, MQTT_TLS_CERT: undefined };

test.each<[string, Env]>([
  ["everything encrypted and of its own", {}],
  ["stores of this machine", { MONGODB_URI: "mongodb://127.0.0.1/cansole", REDIS_URL: "redis://[::1]:6379" }],
  [
    "plain stores that are allowed by name",
    {
      MONGODB_URI: "mongodb://cansole:secret@mongo:27017/cansole?replicaSet=rs0&authSource=admin",
      REDIS_URL: "redis://:secret@redis:6379",
      ALLOW_PLAIN_STORES: "mongo, redis",
    },
  ],
  ["srv, which is encrypted by itself", { MONGODB_URI: "mongodb+srv://cansole:secret@cluster.example/cansole" }],
  ["a certificate in place of a password", { MONGODB_URI: "mongodb://db/x?tls=true&authMechanism=MONGODB-X509" }],
  ["a role of the cloud in place of a password", { MONGODB_URI: "mongodb+srv://db/x?authMechanism=MONGODB-AWS" }],
  ["MQTT behind a proxy that is allowed", { ...noTls, ALLOW_PLAIN_MQTT: "1" }],
  ["MQTT on this machine alone", { ...noTls, HOST: "127.0.0.1" }],
  ["a gateway without units", { ...noTls, GATEWAY_ROLE: "http" }],
  ["no payments", { PAYMENT_KEY_ID: "", PAYMENT_KEY_SECRET: "", PAYMENT_WEBHOOK_SECRET: "" }],
])("production takes %s", (_, env) => {
  expect(complaints(env)).toEqual([]);
});

test.each<[string, Env, string]>([
  ["a test key", { PAYMENT_KEY_ID: "rzp_test_A1b2C3d4E5f6G7" }, "PAYMENT_KEY_ID must be a key of the provider's live"],
  ["a letter as key", { PAYMENT_KEY_ID: "x" }, "PAYMENT_KEY_ID must be a key of the provider's live mode"],
  ["a letter as secret", { PAYMENT_KEY_SECRET: "x" }, "PAYMENT_KEY_SECRET must be at least 16 characters"],
  [
    "a published secret in a list",
    { PAYMENT_WEBHOOK_SECRET: `8f14e45fceea167a5a36,${trialPayments.PAYMENT_WEBHOOK_SECRET}` },
    "PAYMENT_WEBHOOK_SECRET (number 2 of the list) is the trial's",
  ],
  ["a comma for secrets", { PAYMENT_WEBHOOK_SECRET: "," }, "PAYMENT_WEBHOOK_SECRET lists an empty secret"],
  [
    "a letter in a list",
    { PAYMENT_WEBHOOK_SECRET: "8f14e45fceea167a5a36,x" },
    "PAYMENT_WEBHOOK_SECRET (number 2 of the list) must be at least 16 characters",
  ],
  ["a letter repeated", { JWT_SECRET: "a".repeat(64) }, "JWT_SECRET repeats fewer than 8 different characters"],
  ["spaces", { METRICS_TOKEN: " ".repeat(32) }, "METRICS_TOKEN repeats fewer than 8 different characters"],
  ["one secret for two", { JWT_SECRET: right.PROVISIONING_KEY }, "PROVISIONING_KEY is the same as JWT_SECRET"],
  ["one secret for others", { METRICS_TOKEN: right.JWT_SECRET }, "METRICS_TOKEN is the same as JWT_SECRET"],
  [
    "a provider's secret used again",
    {
      REPORT_WEBHOOK_SECRET: "1679091c5a880faf6fb5e6081679091c",
      PAYMENT_KEY_SECRET: "1679091c5a880faf6fb5e6081679091c",
    },
    "PAYMENT_KEY_SECRET is the same as REPORT_WEBHOOK_SECRET",
  ],
  [
    "a secret that a list repeats",
    { PAYMENT_WEBHOOK_SECRET: `8f14e45fceea167a5a36,${right.PAYMENT_KEY_SECRET}` },
    "PAYMENT_WEBHOOK_SECRET is the same as PAYMENT_KEY_SECRET",
  ],
  ["a webhook that is no address", { OTP_WEBHOOK_URL: "https://" }, "OTP_WEBHOOK_URL is no address"],
  [
    "a webhook that names a user, whom nothing would be sent as",
    { OTP_WEBHOOK_URL: "https://cansole:s3cret@sms.example/send" },
    "OTP_WEBHOOK_URL must name neither user nor password",
  ],
  ["a console over http", { CONSOLE_URL: "http://console.example" }, "CONSOLE_URL must begin with https://"],
  [
    "a database without a password",
    { MONGODB_URI: "mongodb://db-1,db-2/cansole?tls=true" },
    "MONGODB_URI reaches db-1, db-2 without a password",
  ],
  [
    "a database without TLS",
    { MONGODB_URI: "mongodb://u:p@db-1,127.0.0.1:27018/cansole" },
    "MONGODB_URI reaches db-1 without TLS: add tls=true",
  ],
  [
    "TLS that checks nothing",
    { MONGODB_URI: "mongodb://u:p@db-1/cansole?tls=true&tlsAllowInvalidCertificates=true" },
    "MONGODB_URI reaches db-1 without TLS: add tls=true, and nothing that leaves certificates unchecked",
  ],
  [
    "srv that is not encrypted",
    { MONGODB_URI: "mongodb+srv://u:p@db/x?tls=false" },
    "MONGODB_URI reaches db without TLS",
  ],
  ["Redis without a password", { REDIS_URL: "rediss://cache" }, "REDIS_URL reaches cache without a password"],
  ["Redis without TLS", { REDIS_URL: "redis://:p@cache" }, "REDIS_URL reaches cache without TLS: begin it with rediss"],
  [
    "a node of a cluster without TLS",
    { REDIS_URL: "redis://:p@127.0.0.1:7000,cache-2:7000" },
    "REDIS_URL reaches cache-2 without TLS: begin it with rediss",
  ],
  [
    "another host than the allowed one",
    { REDIS_URL: "redis://:p@cache", ALLOW_PLAIN_STORES: "mongo,redis" },
    "REDIS_URL reaches cache without TLS",
  ],
  ["plain MQTT for everybody", noTls, "HOST is 0.0.0.0, where units would send their secrets readable"],
  ["everybody as proxy", { TRUST_PROXY: "0.0.0.0/0" }, "TRUST_PROXY must name the proxies"],
  ["everybody, spelled out", { TRUST_PROXY: "10.0.0.1, 0:0:0:0:0:ffff::/96" }, "TRUST_PROXY must name the proxies"],
])("production refuses %s, in one sentence", (_, env, words) => {
  const said = complaints(env);
  expect(said).toEqual([expect.stringContaining(words)]);
});

test("all that is wrong is named in one go, and no sentence contains a secret", () => {
  const secret = "z".repeat(40);
  const said = complaints({
    ...noTls,
    JWT_SECRET: secret,
    PROVISIONING_KEY: secret,
    PAYMENT_WEBHOOK_SECRET: `${secret},`,
    CONSOLE_URL: "http://console.example",
    MONGODB_URI: `mongodb://u:${secret}@db/cansole`,
    REDIS_URL: "redis://cache",
  });

  expect(said).toHaveLength(11);
  expect(said.join(" ")).not.toContain(secret);
});

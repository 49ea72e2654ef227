import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ConfigError, environment, readConfig, readServiceConfig } from "./config.ts";

const production = {
  NODE_ENV: "production",
  MONGODB_URI: "mongodb://cansole:secret@db/cansole?replicaSet=rs0&tls=true",
  REDIS_URL: "rediss://:secret@cache:6379",
  JWT_SECRET: "0123456789abcdef0123456789abcdef",
  PROVISIONING_KEY: "a provisioning key that is long enough",
  OTP_WEBHOOK_URL: "https://sms.example/send",
  ADMIN_PHONE: "9000000000",
};

const complaint = (env: Record<string, string | undefined>, read: (env: never) => unknown = readConfig) => {
  try {
    read(env as never);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  return null;
};

test("an empty environment is a trial with the documented defaults", () => {
  expect(readConfig({})).toMatchObject({
    PORT: 3000,
    HOST: "127.0.0.1",
    MQTT_PORT: 1883,
    TIME_ZONE: "Asia/Kolkata",
    DATA_DIR: ".data",
    ADMIN_PHONE: "9876543210",
    PROVISIONING_KEY: "trial-provisioning",
    LOG_LEVEL: "info",
    TRUST_PROXY: false,
    trial: true,
  });
});

test.each([
  [{ PORT: "http" }, "PORT must be a port number"],
  [{ PORT: "70000" }, "PORT must be 1 to 65535"],
  [{ PORT: "1e3" }, "PORT must be a port number"],
  [{ SECURITY_DEPOSIT: " " }, "SECURITY_DEPOSIT must be a number of rupees"],
  [{ SIMULATOR: "0x10" }, "SIMULATOR must be a number of machines"],
  [{ TIME_ZONE: "Mars/Base" }, "TIME_ZONE is not a time zone this system knows"],
  [{ MONGODB_URI: "http://db" }, "MONGODB_URI must begin with mongodb:// or mongodb+srv://"],
  [{ MONGODB_URI: "mongodb://user:p%2Fw@db-1,db-2:27017" }, "MONGODB_URI names no database"],
  [{ MONGODB_URI: "mongodb://db:27017/?replicaSet=rs0" }, "MONGODB_URI names no database"],
  [{ MONGODB_URI: "mongodb://db/cansole?readPreference=secondaryPreferred" }, "MONGODB_URI must set neither"],
  [{ MONGODB_URI: "mongodb://db/cansole?tls=true&readconcernlevel=majority" }, "MONGODB_URI must set neither"],
  [{ REDIS_URL: "redis://:p/w@cache:6379" }, "REDIS_URL is no address that can be read; in a user or password /"],
  [{ REDIS_URL: "redis://cache:70000" }, "REDIS_URL is no address that can be read"],
  [{ REDIS_URL: "redis://" }, "REDIS_URL names no host"],
  [{ REDIS_URL: "redis://cache:6379/jobs" }, "REDIS_URL names a database that is no number"],
  [{ REDIS_URL: "redis://:p%w@cache:6379" }, "REDIS_URL has a % that is not encoded"],
  [{ JWT_SECRET_PREVIOUS: "short" }, "JWT_SECRET_PREVIOUS must be at least 32 characters"],
  [{ JWT_SECRET: "short" }, "JWT_SECRET must be at least 32 characters"],
  [{ ADMIN_PHONE: "12345" }, "ADMIN_PHONE must be exactly 10 digits"],
  [{ PORT: "x", ADMIN_PHONE: "1" }, "PORT must be a port number; ADMIN_PHONE must be exactly 10 digits"],
  [{ HISTORY_DAYS: "29" }, "HISTORY_DAYS must be 30 to 3650 days"],
  [{ COMMANDS_DAYS: "6" }, "COMMANDS_DAYS must be 7 to 3650 days"],
  [{ IDEMPOTENCY_KEYS_DAYS: "0.5" }, "IDEMPOTENCY_KEYS_DAYS must be whole days"],
  [{ MQTT_TLS_KEY: "key.pem" }, "MQTT_TLS_KEY and MQTT_TLS_CERT belong together"],
  [{ MQTT_URL: "mqtt://elsewhere" }, "MQTT_URL is set"],
])("%j is refused in one sentence", (env, words) => {
  expect(complaint(env)).toContain(words);
});

test.each(["redis://:hunter2,x/y@cache:6379", "redis://:hunter2/x@cache:6379", "redis://u:12/hunter2@cache"])(
  "what may be a part of a password is not repeated: %s",
  (REDIS_URL) => {
    expect(complaint({ REDIS_URL })).toMatch(/^((?!hunter2).)*REDIS_URL ((?!hunter2).)*$/);
  },
);

describe("in production", () => {
  test("everything needed is enough", () => {
    expect(readConfig(production)).toMatchObject({ trial: false, ADMIN_PHONE: "9000000000" });
  });

  test("what cannot be read is named with what production lacks", () => {
    const { JWT_SECRET, ...rest } = production;
    expect(
      complaint({ ...rest, PORT: "http", PROVISIONING_KEY: "short", CONSOLE_URL: "http://x" })?.split("\n"),
    ).toEqual([
      "The environment is not right: PORT must be a port number; PROVISIONING_KEY must be at least 8 characters.",
      "Production needs these variables: JWT_SECRET.",
      expect.stringContaining("CONSOLE_URL must begin with https://"),
    ]);
  });

  test("all that is missing is named in one go", () => {
    expect(complaint({ NODE_ENV: "production" })).toBe(
      "Production needs these variables: MONGODB_URI, REDIS_URL, JWT_SECRET, PROVISIONING_KEY, OTP_WEBHOOK_URL, ADMIN_PHONE.",
    );
  });

  test.each(["JWT_SECRET", "ADMIN_PHONE", "OTP_WEBHOOK_URL"])("an empty %s counts as missing", (name) => {
    expect(complaint({ ...production, [name]: "" })).toBe(`Production needs these variables: ${name}.`);
  });

  test("the trial's values are refused, all in one go", () => {
    const copied = {
      ...production,
      PROVISIONING_KEY: "trial-provisioning",
      ADMIN_PHONE: "9876543210",
      OTP_WEBHOOK_URL: "http://sms.example/send",
      METRICS_TOKEN: "sixteen letters!",
    };
    expect(complaint(copied)?.split("\n")).toEqual([
      expect.stringContaining("ADMIN_PHONE is the trial's"),
      expect.stringContaining("OTP_WEBHOOK_URL must begin with https://"),
      expect.stringContaining("PROVISIONING_KEY is the trial's"),
      "METRICS_TOKEN must be at least 32 characters in production.",
    ]);
  });

  test("the example's file, copied and filled in only where it is empty, is refused", () => {
    const text = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
    const copied = Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
    const { MONGODB_URI, REDIS_URL, JWT_SECRET, OTP_WEBHOOK_URL } = production;
    const said = complaint({ ...copied, NODE_ENV: "production", MONGODB_URI, REDIS_URL, JWT_SECRET, OTP_WEBHOOK_URL });
    expect(said).toMatch(/^ADMIN_PHONE is the trial's.*\nPROVISIONING_KEY is the trial's.*$/);
  });

  test("a short key is refused", () => {
    expect(complaint({ ...production, PROVISIONING_KEY: "k".repeat(31) })).toBe(
      "PROVISIONING_KEY must be at least 32 characters in production.",
    );
  });

  test("every address may be listened on", () => {
    expect(readConfig({ ...production, HOST: "0.0.0.0", ALLOW_PLAIN_MQTT: "1" }).HOST).toBe("0.0.0.0");
  });

  test.each([{ DEMO: "true" }, { SIMULATOR: "24" }])("%j is refused", (input) => {
    expect(complaint({ ...production, ...input })).toContain("Production never seeds or simulates");
  });
});

test.each(["0.0.0.0", "::", "192.168.1.20", "console.example"])("a trial does not listen on %s unasked", (HOST) => {
  expect(complaint({ HOST })).toContain(`HOST is ${HOST}, where others reach this trial`);
  expect(readConfig({ HOST, ALLOW_TRIAL_ON_NETWORK: "1" }).HOST).toBe(HOST);
});

test.each(["127.0.0.1", "127.8.0.1", "localhost", "::1"])("a trial listens on %s", (HOST) => {
  expect(readConfig({ HOST }).HOST).toBe(HOST);
});

test.each([
  ["", false],
  ["false", false],
  ["0", false],
  ["2", 2],
  ["10.0.0.4", ["10.0.0.4"]],
  ["10.0.0.4, 2001:db8::/32", ["10.0.0.4", "2001:db8::/32"]],
  ["10.0.0.0/8,fc00::/7,::1", ["10.0.0.0/8", "fc00::/7", "::1"]],
])("TRUST_PROXY=%s names %j", (TRUST_PROXY, trusted) => {
  expect(readConfig({ TRUST_PROXY }).TRUST_PROXY).toEqual(trusted);
});

test.each([
  "true",
  "on",
  "yes",
  "proxy.example",
  "10.0.0.0/33",
  "10.0.0.4,",
  "-1",
  "1.5",
  "10.0.0.4/8/8",
  "0.0.0.0/0",
  "10.0.0.4,128.0.0.0/1",
  "::/0",
  "::ffff:0:0/96",
  "2000::/7",
])("TRUST_PROXY=%s is refused: it names no proxy", (TRUST_PROXY) => {
  expect(complaint({ TRUST_PROXY })).toContain("TRUST_PROXY must name the proxies");
});

test.each([
  ["redis://a:7000,b:7000,c:7000", null],
  ["rediss://user:p%40ss@a,[::1]:7001/0", null],
  ["redis://a:7000,b:port", "names a node that cannot be read, 'b:port': write redis://host:port,host:port,host:port"],
  ["redis://a:7000,,b:7000", "names a node that cannot be read, ''"],
  ["redis://a:7000,b:70000", "names a node that cannot be read, 'b:70000'"],
  ["redis://a:7000,redis://b:7000", "names a node that cannot be read, 'redis://'"],
  ["redis://a:7000,b:7000/3", "names the database '3', but a cluster has only 0: leave it out"],
  ["redis://a:7000,b:7000?family=6", "has options behind its nodes, which a cluster does not take: leave them out"],
  ["redis://:secret@100%@a,b", "has an @ in its user or password: write %40 for it"],
  ["redis://:secret%@a,b", "has a user or password with a % that is not encoded: write %25 for it"],
])("a REDIS_URL that names several nodes, %s, is read, or refused by a sentence without its password", (url, words) => {
  if (words === null) return expect(readConfig({ REDIS_URL: url }).REDIS_URL).toBe(url);
  const said = complaint({ REDIS_URL: url });
  expect(said).toContain(`REDIS_URL ${words}`);
  expect(said).not.toContain("secret");
});

test("a service says which of its stores and secrets are missing", () => {
  expect(complaint({}, readServiceConfig)).toBe(
    "This process needs these variables: MONGODB_URI, REDIS_URL, JWT_SECRET.",
  );
});

test(".env.example names every variable of the schema and no other", () => {
  const text = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
  const named = [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);

  expect([...named].sort()).toEqual(Object.keys(environment.shape).sort());
});

test(".env.example is itself a valid trial", () => {
  const text = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
  const example = Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

  expect(readConfig(example)).toEqual(readConfig({}));
});

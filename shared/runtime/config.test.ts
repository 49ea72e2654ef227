import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ConfigError, environment, readConfig, readRoomConfig } from "./config.ts";

const production = {
  NODE_ENV: "production",
  MONGODB_URI: "mongodb://db/cansole?replicaSet=rs0",
  REDIS_URL: "redis://cache:6379",
  JWT_SECRET: "0123456789abcdef0123456789abcdef",
  PROVISIONING_KEY: "a provisioning key",
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
  [{ TIME_ZONE: "Mars/Base" }, "TIME_ZONE is not a time zone this system knows"],
  [{ MONGODB_URI: "http://db" }, "MONGODB_URI must begin with mongodb:// or mongodb+srv://"],
  [{ JWT_SECRET: "short" }, "JWT_SECRET must be at least 32 characters"],
  [{ ADMIN_PHONE: "12345" }, "ADMIN_PHONE must be exactly 10 digits"],
  [{ PORT: "x", ADMIN_PHONE: "1" }, "PORT must be a port number; ADMIN_PHONE must be exactly 10 digits"],
  [{ MQTT_TLS_KEY: "key.pem" }, "MQTT_TLS_KEY and MQTT_TLS_CERT belong together"],
  [{ MQTT_URL: "mqtt://elsewhere" }, "MQTT_URL is set"],
])("%j is refused in one sentence", (env, words) => {
  expect(complaint(env)).toContain(words);
});

describe("in production", () => {
  test("everything needed is enough", () => {
    expect(readConfig(production)).toMatchObject({ trial: false, ADMIN_PHONE: "9000000000" });
  });

  test("all that is missing is named in one go", () => {
    expect(complaint({ NODE_ENV: "production" })).toBe(
      "Production needs these variables: MONGODB_URI, REDIS_URL, JWT_SECRET, PROVISIONING_KEY, OTP_WEBHOOK_URL, ADMIN_PHONE.",
    );
  });

  test.each(["JWT_SECRET", "ADMIN_PHONE", "OTP_WEBHOOK_URL"])("an empty %s counts as missing", (name) => {
    expect(complaint({ ...production, [name]: "" })).toBe(`Production needs these variables: ${name}.`);
  });

  test.each([{ DEMO: "true" }, { SIMULATOR: "24" }])("%j is refused", (wish) => {
    expect(complaint({ ...production, ...wish })).toContain("Production never seeds or simulates");
  });
});

test("a room says which of its stores and secrets are missing", () => {
  expect(complaint({}, readRoomConfig)).toBe("This room needs these variables: MONGODB_URI, REDIS_URL, JWT_SECRET.");
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

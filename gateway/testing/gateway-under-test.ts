import { randomBytes } from "node:crypto";
import { ObjectId } from "mongodb";
import supertest from "supertest";
import { onTestFinished } from "vitest";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { createLogger, type Logger } from "#shared/runtime/logger.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { setUp } from "#shared/testing/set-up.ts";
import type { Role } from "#shared/users/user.schema.ts";
import { giveDatabaseBack, shareDatabase, takeDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { defaultLimits, type Limits } from "../limits.ts";
import { startGateway } from "../start.ts";
import { openLogin } from "./open-login.ts";

interface Options {
  limits?: Partial<Limits>;
  log?: Logger;
  /** Environment variables beside the defaults. */
  env?: Record<string, string>;
  /** No trial: codes go to this webhook and are never printed. Production itself would want HTTPS there. */
  smsTo?: string;
  /** A second gateway on the same stores is given the first one's. */
  beside?: { database: string; prefix: string };
  /** Private stores, for tests that freeze or kill them. */
  stores?: { mongodbUri: string; redisUrl: string };
  /** The clock moves only when the test moves it. */
  standingClock?: boolean;
}

/** No test's password is worth guessing: at the full cost they would take half a minute of a processor. */
export const quickPassword: Limits["passwordCost"] = { ...defaultLimits.passwordCost, N: 2 ** 10, p: 1 };

/** What a busy machine may take. Tests that freeze private stores use the real limits. */
export const unhurried: Partial<Limits> = {
  passwordCost: quickPassword,
  refusalStepMs: 1,
  httpMs: 20_000,
  redisMs: 10_000,
  pubackMs: 15_000,
  connectMs: 20_000,
  authenticateMs: 20_000,
  commandStoreMs: 10_000,
  streamLateMs: 60_000,
};

const never = 3_600_000;
/** Nothing runs beside: the profile has only the calls' queries. */
export const nothingBeside: Partial<Limits> = {
  stock: { gatherMs: never, retryMs: never, watchEveryMs: never, checkEveryMs: never, confirmMs: never },
  reservationSweepEveryMs: never,
  sweepEveryMs: never,
};

/** A whole gateway on free ports, with a database and a Redis prefix of its own. */
export const startGatewayUnderTest = async (options: Options = {}) => {
  const name = `t${randomBytes(6).toString("hex")}`;
  const prefix = options.beside?.prefix ?? name;
  const clock = createMovableClock(Date.now());
  const { smsTo } = options;
  const read = serviceConfig({
    ...(options.stores ? { MONGODB_URI: options.stores.mongodbUri, REDIS_URL: options.stores.redisUrl } : {}),
    ...(smsTo ? { ADMIN_PHONE: "9000000001", OTP_WEBHOOK_URL: smsTo } : {}),
    ...options.env,
  });
  const config = smsTo ? { ...read, NODE_ENV: "production" as const, trial: false } : read;
  const leave = options.beside && shareDatabase(options.beside.database);
  const database = options.beside?.database ?? (await takeDatabase(config.MONGODB_URI));
  const gateway = await startGateway(config, {
    log: options.log ?? createLogger("gateway", "silent"),
    database,
    prefix,
    port: 0,
    mqttPort: 0,
    limits: { ...(options.stores ? {} : unhurried), ...options.limits },
    ...(options.standingClock ? { clock } : {}),
  });
  const { parts } = gateway;

  /** A signed-in operator of that role, with a phone of their own. */
  const signIn = async (role: Role = "admin"): Promise<{ token: string; userId: ObjectId }> => {
    const userId = new ObjectId();
    const phone = String(6_000_000_000 + Math.floor(Math.random() * 999_999_999));
    await parts.mongo.collections.users.insertOne({
      _id: userId,
      phone,
      name: `Test ${role}`,
      email: `${phone}@example.test`,
      role,
      suspend: false,
      needDeposit: false,
      needSecurityDeposit: false,
      password: null,
      createdAt: new Date(parts.clock.now()),
      rev: 0,
    });
    return { token: await openLogin(parts, userId), userId };
  };

  return {
    ...gateway,
    stores: parts.mongo.collections,
    database,
    prefix,
    clock,
    config,
    /** Calls of the API without a sign-in: `request.get("/auth/me")` is /api/v1.2/auth/me. */
    request: supertest(`${gateway.url}/api/v1.2`),
    signIn,
    /** Another login of somebody who stands in the database. */
    openLogin: (userId: ObjectId, options?: { isProved?: boolean }) => openLogin(parts, userId, options),
    stop: async () => {
      await gateway.stop();
      leave?.();
      if (!options.beside && !options.stores) await giveDatabaseBack(config.MONGODB_URI, database);
    },
  };
};
export type GatewayUnderTest = Awaited<ReturnType<typeof startGatewayUnderTest>>;

/** A gateway, or a bench that has one. */
export type WithGateway = GatewayUnderTest | { gateway: GatewayUnderTest };
export const gatewayOf = (of: WithGateway): GatewayUnderTest => ("gateway" in of ? of.gateway : of);

/** A gateway for the running test alone, which stops when the test has finished. */
export const gatewayOfTest = async (options?: Options): Promise<GatewayUnderTest> => {
  const gateway = await startGatewayUnderTest(options);
  onTestFinished(gateway.stop);
  return gateway;
};

/** The gateway of a file. Options that need earlier set-up come as a function. */
export const setUpGateway = (options: Options | (() => Options) = {}): GatewayUnderTest =>
  setUp(() => startGatewayUnderTest(typeof options === "function" ? options() : options));

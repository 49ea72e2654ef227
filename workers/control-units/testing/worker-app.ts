import { randomBytes } from "node:crypto";
import type { ObjectId } from "mongodb";
import { expect, inject } from "vitest";
import type { SessionDocument } from "#shared/control-units/command.document.server.ts";
import { namesContainers } from "#shared/control-units/control-unit.rules.ts";
import type { CommandLimits } from "#shared/control-units/row.rules.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import { createBus } from "#shared/runtime/bus.ts";
import { type Clock, systemClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { createQueues } from "#shared/runtime/queues.ts";
import { connectRedis, connectSubscriber } from "#shared/runtime/redis.ts";
import { bucketsOf, createRedisKeys } from "#shared/runtime/redis-keys.ts";
import { loadPresence } from "#shared/runtime/testing/redis-of-tests.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { aMachine, aUnit } from "#shared/runtime/testing/stored-records.ts";
import { aSession, rowsOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { openDatabase } from "../../../scripts/migrate/testing/test-databases.ts";
import { type RunningWorkers, startWorkers, type WorkersOptions } from "../../start.ts";
import { createPlayedGateway } from "./played-gateway.ts";

export interface PlantedMachine {
  machine: ObjectId;
  vendingMachineId: string;
  serialNumber: string;
}
interface Options {
  workers?: number;
  limits?: Partial<CommandLimits>;
  clock?: Clock;
  /**
   * How often sessions are swept. Leave it out and only wake-ups count: the first sweep is a minute away, as for all
   * else.
   */
  sweepEveryMs?: number;
  /** Servers of its own, which it may freeze. */
  stores?: { mongodbUri: string; redisUrl: string };
}

/** A test says itself which time is to run out: on a slow machine no other one does. */
const unhurried: Partial<CommandLimits> = {
  acknowledgeMs: 600_000,
  openMs: 600_000,
  closeMs: 600_000,
  stockCloseMs: 600_000,
  restartMs: 600_000,
  turnMs: 600_000,
};

/** Workers over a database of their own, with the gateway played by the test. */
export const startApp = async (chosen: Options = {}) => {
  const { workers: count = 1, limits, clock = systemClock, sweepEveryMs = 60_000 } = chosen;
  const stores = chosen.stores ?? { mongodbUri: inject("mongodbUri"), redisUrl: inject("redisUrl") };
  const config = serviceConfig({ MONGODB_URI: stores.mongodbUri, REDIS_URL: stores.redisUrl });
  const log = createLogger("workers", "silent");
  const name = `w${randomBytes(6).toString("hex")}`;
  const keys = createRedisKeys(name, bucketsOf(stores.redisUrl));
  const redis = connectRedis(stores.redisUrl, "fast", log);
  const subscriber = connectSubscriber(stores.redisUrl, log);
  const running: RunningWorkers[] = [];
  const mongo = await openDatabase(stores.mongodbUri);
  const queues = createQueues(redis, keys, log);
  const options: WorkersOptions = {
    log,
    clock,
    database: mongo.db.databaseName,
    prefix: name,
    sweepEveryMs: 60_000,
    sweepsEveryMs: { "sessions.sweep": sweepEveryMs, "presence.sweep": 200 },
    commandLimits: { ...unhurried, ...limits },
  };
  const startWorker = async () => {
    running.push(await startWorkers(config, options));
  };
  for (let i = 0; i < count; i += 1) await startWorker();
  const { collections } = mongo;
  const { sessions, sessionRows, commands, units, machines } = collections;
  // As after the first sweep of presence: Redis has what it should.
  await loadPresence({ redis, keys });
  const bus = createBus({ redis, subscriber, keys, log });
  const gateway = await createPlayedGateway({ collections, bus, queues, clock });

  const link = ({ serialNumber }: PlantedMachine) => redis.set(keys.link(serialNumber), `${gateway.name}:c1`);
  const plant = async (isOnline = true): Promise<PlantedMachine> => {
    const stored = aMachine();
    const unit = aUnit(stored);
    await machines.insertOne(stored);
    await units.insertOne(unit);
    const { _id: machine, vendingMachineId } = stored;
    const planted = { machine, vendingMachineId, serialNumber: unit.serialNumber };
    if (isOnline) await link(planted);
    return planted;
  };

  /** As the gateway stores it: times are the database's. `left` is what somebody else has made of it since. */
  const store = async (
    where: PlantedMachine,
    type: CommandType,
    channels: number[] = [1],
    expiresMs = 600_000,
    left: Partial<SessionDocument> = {},
  ) => {
    const { vendingMachineId } = where;
    const draft = aSession(
      { _id: where.machine, vendingMachineId },
      { type, ...(namesContainers(type) ? { channels } : {}), ...left },
    );
    const times = { createdAt: "$$NOW", expiresAt: { $add: ["$$NOW", expiresMs] } };
    // At once, as a gateway does it: a worker that sees a running session without its rows ends it.
    await mongo.inTransaction(async (dbSession) => {
      const session = await sessions.findOneAndUpdate(
        { _id: draft._id },
        [{ $replaceWith: { $mergeObjects: [{ $literal: draft }, times] } }],
        { upsert: true, returnDocument: "after", session: dbSession },
      );
      if (!session) throw new Error("the session was not stored");
      await sessionRows.insertMany(rowsOfSession(session), { session: dbSession });
    });
    return draft._id;
  };
  const advance = ({ vendingMachineId }: PlantedMachine) => queues.add("machine.advance", { vendingMachineId });
  const read = async (_id: ObjectId): Promise<SessionDocument> => {
    const found = await sessions.findOne({ _id });
    if (!found) throw new Error("there is no such session");
    return found;
  };

  return {
    name,
    database: mongo.db.databaseName,
    keys,
    redis,
    running,
    gateway,
    plant,
    link,
    store,
    advance,
    read,
    startWorker,
    db: mongo.db,
    collections,
    sessions,
    sessionRows,
    commands,
    units,
    give: async (where: PlantedMachine, type: CommandType, channels?: number[]) => {
      const session = await store(where, type, channels);
      await advance(where);
      return session;
    },
    settle: (session: ObjectId) => queues.add("session.settle", { sessionId: session.toHexString() }),
    rows: (session: ObjectId) => sessionRows.find({ session }).sort({ place: 1 }).toArray(),
    ends: async (session: ObjectId) =>
      (await sessionRows.find({ session }).sort({ place: 1 }).toArray()).map(({ end }) => end),
    /** Waits until a command of the session can be claimed: it runs a moment before. */
    untilReady: (session: ObjectId): Promise<void> =>
      eventually(async () => expect(await commands.findOne({ session, state: "ready" })).not.toBeNull()),
    /** Waits until the session looks like this. */
    until: (session: ObjectId, expected: Partial<SessionDocument>): Promise<void> =>
      eventually(async () => expect(await read(session)).toMatchObject(expected)),
    stop: async () => {
      for (const worker of running) await worker.stop();
      await queues.close();
      redis.disconnect();
      subscriber.disconnect();
      await mongo.giveBack();
    },
  };
};
export type WorkerApp = Awaited<ReturnType<typeof startApp>>;

export const setUpApp = (chosen: Options | (() => Options) = {}): WorkerApp =>
  setUp(() => startApp(typeof chosen === "function" ? chosen() : chosen));

import { randomBytes } from "node:crypto";
import { ObjectId } from "mongodb";
import { expect, inject, onTestFinished } from "vitest";
import type { AlarmDocument } from "#shared/alarms/alarm.document.server.ts";
import type { AlarmKind } from "#shared/alarms/alarm.schema.ts";
import type { AlarmRuleDocument } from "#shared/alarms/alarm-rule.document.server.ts";
import { createPresence } from "#shared/live-status/presence.server.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectRedis } from "#shared/runtime/redis.ts";
import { keysOfTests, loadPresence } from "#shared/runtime/testing/redis-of-tests.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { anAlarmRule } from "#shared/runtime/testing/stored-alarms.ts";
import { aMachine, aUnit, aUser } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { openDatabase } from "../../../scripts/migrate/testing/test-databases.ts";
import { type RunningWorkers, startWorkers } from "../../start.ts";
import { pauseMs } from "../finding.ts";

const minute = 60_000;
/** The workers look at least this often: after a longer pause what is silent may only not have been heard. */
const stepMs = pauseMs;

export interface Heard {
  machine: MachineDocument;
  serialNumber: string;
}

/** Workers that keep alarms over a database of their own, with a clock that the test moves. */
const startAlarms = async ({ workers = 2 }: { workers?: number } = {}) => {
  const config = serviceConfig();
  const log = createLogger("workers", "silent");
  const prefix = `w${randomBytes(6).toString("hex")}`;
  const clock = createMovableClock(Date.now());
  const mongo = await openDatabase(inject("mongodbUri"));
  const redis = connectRedis(inject("redisUrl"), "fast", log);
  const keys = keysOfTests(prefix);
  await loadPresence({ redis, keys });
  const { collections } = mongo;
  const presence = createPresence({
    redis,
    keys,
    clock,
    redisClock: clock,
    collections,
    log,
    silentAfterSeconds: 75,
  });
  // All at this pace, the sweeps that a test of alarms does not wait for would take most of the processor.
  const sweepsEveryMs = { "alarms.sweep": 20, "presence.sweep": 200, "webhooks.sweep": 200 };
  const options = { log, clock, database: mongo.db.databaseName, prefix, sweepsEveryMs };
  const running: RunningWorkers[] = [];
  const startWorker = async () => {
    running.push(await startWorkers(config, options));
  };
  for (let i = 0; i < workers; i += 1) await startWorker();

  /** Until a look at this moment is over: who is to be notified is notified at its end. */
  const looked = () =>
    eventually(async () => {
      const watch = await collections.alarmWatch.findOne({ _id: "alarms" });
      expect([watch?.lookedAt?.getTime(), watch?.holder]).toEqual([clock.now(), null]);
    });
  /** Time goes on, and the workers look meanwhile. */
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= stepMs) {
      clock.advance(Math.min(left, stepMs));
      await looked();
    }
  };
  /** As gateways do it: a worker that gets no answer of a busy Redis reads MongoDB. */
  const hear = async (heard: readonly Heard[]): Promise<void> => {
    const [heardAt, never] = [clock.now(), { strength: null, clockOffsetSeconds: null }];
    const update = { $max: { lastSeen: new Date(heardAt) }, $setOnInsert: never };
    const writes = heard.map(({ serialNumber: _id }) => ({ updateOne: { filter: { _id }, update, upsert: true } }));
    await collections.lastSeen.bulkWrite(writes, { ordered: false });
    await presence.touch(heard.map(({ serialNumber }) => ({ serialNumber, heardAt, link: null })));
  };

  const plant = async (count: number, options: Partial<MachineDocument> = {}): Promise<Heard[]> => {
    const stored = Array.from({ length: count }, () => aMachine(options));
    const units = stored.map((machine) => aUnit(machine));
    await collections.machines.insertMany(stored);
    await collections.units.insertMany(units);
    return stored.map((machine, at) => ({ machine, serialNumber: units[at]?.serialNumber ?? "" }));
  };

  /** The clock stands long enough after a start for silence to count. */
  const settle = async (kept: readonly Heard[] = []): Promise<void> => {
    for (let i = 0; i < 3; i += 1) {
      await hear(kept);
      await pass(minute);
    }
  };

  return {
    mongo,
    redis,
    keys,
    prefix,
    collections,
    clock,
    running,
    startWorker,
    pass,
    hear,
    minutes: (count: number) => pass(count * minute),
    settle,
    /** As if the workers had looked without a pause for this long. */
    steadyFor: async (ms: number) => {
      await pass(minute);
      const steadySince = new Date(clock.now() - ms);
      await collections.alarmWatch.updateOne({ _id: "alarms" }, { $set: { steadySince } });
    },
    plant,
    plantRegion: async (name: string): Promise<{ region: ObjectId; profile: ObjectId }> => {
      const [region, profile] = [new ObjectId(), new ObjectId()];
      await collections.regions.insertOne({ _id: region, region: name, profiles: [profile], rev: 0 });
      return { region, profile };
    },
    /** Stores a machine that was heard just now. */
    plantHeard: async (): Promise<Heard> => {
      const [heard] = await plant(1);
      if (!heard) throw new Error("one was planted");
      await hear([heard]);
      return heard;
    },
    /** A machine that falls silent, of which a rule about these operators notifies the first; until the test ends. */
    plantAnnounced: async (names: string[], fields: Partial<AlarmRuleDocument> = {}) => {
      const operators = names.map((name) => aUser({ role: "staff", name }));
      const rota = operators.map(({ _id: operator }) => ({ operator, awayUntil: null }));
      const turnsFrom = new Date(clock.now());
      const rule = anAlarmRule({ kinds: ["machine-offline"], rota, turnsFrom, ...fields });
      await collections.users.insertMany(operators);
      await collections.alarmRules.insertOne(rule);
      onTestFinished(async () => {
        await collections.alarmRules.deleteOne({ _id: rule._id });
      });
      const [heard] = await plant(1);
      if (!heard) throw new Error("one was planted");
      await settle([heard]);
      await pass(5 * minute);
      const alarm = () => collections.alarms.findOne({ kind: "machine-offline", machine: heard.machine._id });
      expect(await alarm()).toMatchObject({ isAnnounced: true, notified: [{ operator: operators[0]?._id }] });
      return { heard, alarm, rule, operators: operators as [UserDocument, ...UserDocument[]] };
    },
    /** What is stored of one subject's alarms of a kind. */
    states: async (kind: AlarmKind, subject: string) =>
      (await collections.alarms.find({ kind, "subject.id": subject }).toArray()).map(({ state, words, count }) => ({
        state,
        words,
        count,
      })),
    of: (kind: AlarmKind): Promise<AlarmDocument[]> =>
      collections.alarms.find({ kind }).sort({ raisedAt: 1 }).toArray(),
    stop: async () => {
      for (const worker of running) await worker.stop();
      redis.disconnect();
      await mongo.giveBack();
    },
  };
};

export const setUpAlarms = (options: { workers?: number } = {}) => setUp(() => startAlarms(options));
/** What became of an alarm, in its order. */
export const stepsOf = ({ history }: AlarmDocument) => history.map(({ step }) => step);

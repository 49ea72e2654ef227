import { Redis } from "ioredis";
import type { ObjectId } from "mongodb";
import type { AlarmKind } from "#shared/alarms/alarm.schema.ts";
import { addStock, removeStock } from "#shared/containers/container.api.ts";
import { openContainers } from "#shared/control-units/control-unit.api.ts";
import { createRedisKeys } from "#shared/runtime/redis-keys.ts";
import { until } from "#shared/testing/eventually.ts";
import type { Installation } from "../installation.ts";
import { bounce, grownOlder, warmFor } from "./aged-history.ts";
import { type AlarmCase, byPerson } from "./alarm-case.ts";
import type { SwitchedUnits } from "./switched-units.ts";

/** By its place, the machine of each story; those of the region that is lost come after them. */
export const places = [
  "offline",
  "doors",
  "container",
  "take",
  "quiet",
  "low",
  "sold",
  "clock",
  "warm",
  "bouncing",
] as const;
export type Place = (typeof places)[number];
export const lostTogether = 20;

interface Parts {
  installation: Installation;
  units: SwitchedUnits;
}

/** What units do and say. */
export const casesOfUnits = ({ installation, units }: Parts): AlarmCase[] => {
  const { mongo, operator, servers } = installation;
  const { collections } = mongo;
  const at = (place: Place) => units.of(places.indexOf(place));
  const lost = Array.from({ length: lostTogether }, (_, n) => units.of(places.length + n));
  const rowsOf = (place: Place) => ({ mongo, machine: at(place).machineId, unit: at(place).serialNumber });
  /** Operators take out the cans of these locks, or fill them. */
  const changeCans = async (place: Place, channels: number[], call: typeof addStock | typeof removeStock) => {
    const machine = at(place).machine as ObjectId;
    const found = await collections.containers.find({ machine, channel: { $in: channels } }).toArray();
    const body = (id: ObjectId) => ({ id: `${id}`, vendingMachine: `${machine}` });
    await Promise.all(found.map(({ _id }) => operator().call(call, { body: body(_id) })));
  };
  const emptied = (place: Place, kind: AlarmKind, channels: number[]): AlarmCase => ({
    kind,
    what: `${channels.length} cans are taken out`,
    cause: () => changeCans(place, channels, removeStock),
    end: () => changeCans(place, channels, addStock),
    raisedWithin: 130,
    clearedWithin: 130,
  });
  const failOnce = () => {
    const body = { vendingMachineId: at("container").vendingMachineId, containers: ["1"] };
    const isTaken = () =>
      operator()
        .call(openContainers, { body })
        .then(
          () => true,
          () => false,
        );
    return until("the unit that is to fail", isTaken);
  };

  return [
    {
      kind: "machine-offline",
      what: "a unit is silent for 2 minutes",
      prepare: () => at("offline").on(),
      cause: () => at("offline").off(),
      end: () => at("offline").on(),
      raisedWithin: 140,
      clearedWithin: 20,
    },
    {
      kind: "region-offline",
      what: `${lostTogether} units of a region are silent for 2 minutes`,
      prepare: () => Promise.all(lost.map((unit) => unit.on())),
      cause: () => Promise.all(lost.map((unit) => unit.off())),
      end: () => Promise.all(lost.map((unit) => unit.on())),
      raisedWithin: 140,
      clearedWithin: 20,
    },
    {
      kind: "door-without-command",
      what: "a lock is opened with a key",
      prepare: async () => {
        await at("doors").on();
        await at("doors").sayLock(1, true);
      },
      cause: () => at("doors").sayLock(1, false),
      end: byPerson(installation),
      raisedWithin: 20,
      clearedWithin: 5,
    },
    {
      kind: "door-open",
      what: "the same lock stays open",
      prepare: () => until("the lock", () => collections.doors.findOne({ isLocked: false }), 120_000),
      cause: async () => undefined,
      end: () => at("doors").sayLock(1, true),
      raisedWithin: 140,
      clearedWithin: 20,
    },
    {
      kind: "container-failed",
      what: "a container is opened twice, and fails",
      prepare: async () => {
        await at("container").on();
        await failOnce();
      },
      cause: failOnce,
      end: byPerson(installation),
      raisedWithin: 50,
      clearedWithin: 5,
    },
    emptied("low", "brand-low", [1, 2, 3, 4]),
    emptied("sold", "sold-out", [1, 2, 3, 4, 5]),
    {
      kind: "clock-offset",
      what: "a unit writes times that are 10 minutes ahead",
      prepare: () => at("clock").on(),
      cause: () => at("clock").measure(() => ({ at: new Date(Date.now() + 600_000).toISOString() })),
      end: () => at("clock").measure(() => ({})),
      raisedWithin: 130,
      clearedWithin: 130,
    },
    {
      kind: "temperature",
      what: "a unit reports 18 °C; its reports are copied 14 minutes back",
      prepare: () => at("warm").measure(() => ({ temperature: 18 })),
      cause: () => at("warm").on(),
      after: () => warmFor(rowsOf("warm")),
      end: () => at("warm").measure(() => ({ temperature: 5 })),
      raisedWithin: 140,
      clearedWithin: 130,
    },
    {
      kind: "bouncing-connection",
      what: "a unit connects and drops out; to its end its rows grow half an hour older",
      cause: () => bounce(at("bouncing")),
      end: () => grownOlder(rowsOf("bouncing")),
      raisedWithin: 50,
      clearedWithin: 50,
    },
    {
      kind: "stock-drift",
      what: "somebody writes stock into Redis",
      cause: async () => {
        const redis = new Redis(servers.redisUrl);
        const key = createRedisKeys("cansole").stock(at("quiet").machineId);
        await redis.hset(key, "stock", '{"available":{"Cola":99},"reserved":[],"containers":["7"]}');
        redis.disconnect();
      },
      // Nothing is repaired for five minutes.
      end: async () => undefined,
      raisedWithin: 120,
      clearedWithin: 400,
    },
    ...(["unit-waiting", "other-key"] as const).map((kind) => units.waiting(kind, operator)),
  ];
};

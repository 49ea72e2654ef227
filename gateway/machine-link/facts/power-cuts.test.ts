import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { LocksMessage } from "#shared/events/machine-topics.ts";
import type { UnitConnection } from "#shared/events/unit-connections.ts";
import { createRandom, type Random } from "../../../scripts/simulator/random.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { createLockChanges } from "../bouncing/lock-changes.ts";
import { createLockHistory } from "../history/lock-history.ts";
import { createDoors, type Doors } from "./doors.ts";

/** `SEED=…` draws the same lots again. */
const seed = process.env.SEED ?? String(Date.now());
const steps = 120;
const channels = [1, 2, 3];

const gateway = setUpGateway();

/** A gateway's side of the locks. Nothing bounces here, so that all is stored at once. */
const doorsOfGateway = (): Doors => {
  const never = { changesPerMinute: 1e9, stored: { burst: 1e9, perSecond: 1e9 }, rows: { burst: 1e9, perSecond: 1e9 } };
  const lockChanges = createLockChanges({ ...gateway.parts.limits.bouncing, ...never });
  const lockHistory = createLockHistory(gateway.parts);
  return createDoors({ ...gateway.parts, lockHistory, lockChanges, flags: { note: () => undefined } });
};

/**
 * A unit as the machine protocol wants it: what has no PUBACK is kept over power cuts and said again in the old order,
 * then all its locks. It has a network at times, and some PUBACKs never reach it.
 */
const createUnit = (serialNumber: string, gateways: readonly Doors[], random: Random) => {
  const locks = new Map(channels.map((channel) => [channel, true]));
  let kept: LocksMessage[] = [];
  let power = { boot: randomUUID().slice(0, 8), seq: 0 };
  let connectionNumber = 0;
  let connected: Doors | null = null;
  const containersOf = (some: readonly number[]) =>
    some.map((channel) => ({ channel, isLocked: locks.get(channel) ?? true }));
  const say = (some: readonly number[], full: boolean) =>
    kept.push({
      containers: containersOf(some),
      full,
      at: new Date().toISOString(),
      boot: power.boot,
      seq: power.seq++,
    });

  /** Several at once, as they wait in one read of the line; the last of their PUBACKs may be lost. */
  const publish = async (): Promise<void> => {
    const sent = kept.slice(0, random.whole(1, 4));
    const by = { serialNumber, connectionNumber } as UnitConnection;
    await Promise.all(sent.map((message) => connected?.write(by, message, new Date())));
    const isCut = random.chance(0.15);
    kept = kept.slice(isCut ? random.whole(0, sent.length) : sent.length);
    if (isCut) connected = null;
  };
  const connect = () => {
    connectionNumber += 1;
    connected = random.pick(gateways);
    say(channels, true);
  };
  return {
    serialNumber,
    locks,
    step: async (): Promise<void> => {
      const lot = random.whole(0, 9);
      if (lot < 4) {
        const channel = random.pick(channels);
        locks.set(channel, !locks.get(channel));
        say([channel], false);
      } else if (lot === 4) {
        connected = null;
        power = { boot: randomUUID().slice(0, 8), seq: 0 };
      } else if (lot === 5) connected = null;
      else if (!connected) {
        if (random.chance(0.4)) connect();
      } else if (kept.length > 0) await publish();
    },
    /** It has a network, and says all that it has to say. */
    rest: async (): Promise<void> => {
      if (!connected) connect();
      while (kept.length > 0) {
        if (!connected) connect();
        await publish();
      }
    },
  };
};

test(`whatever power cuts and lost PUBACKs do, each lock is as its unit said last (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const gateways = [doorsOfGateway(), doorsOfGateway()];
  const stored = async (serialNumber: string) => {
    const found = await gateway.stores.doors.find({ serialNumber }).toArray();
    return new Map(found.sort((a, b) => a.channel - b.channel).map(({ channel, isLocked }) => [channel, isLocked]));
  };
  const units = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      const { serialNumber } = await addUnit(gateway.parts, await addMachine(gateway.parts));
      return createUnit(serialNumber, gateways, random.fork(at));
    }),
  );

  await Promise.all(
    units.map(async (unit) => {
      for (let n = 1; n <= steps; n += 1) {
        await unit.step();
        if (n % 20 > 0) continue;
        await unit.rest();
        expect(await stored(unit.serialNumber)).toEqual(unit.locks);
      }
    }),
  );
});

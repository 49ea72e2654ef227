import { expect, test } from "vitest";
import type { Bouncing } from "#shared/machines/bouncing.schema.ts";
import { until } from "#shared/testing/eventually.ts";
import type { RawUnit } from "../../../broker/testing/raw-unit.ts";
import { unitBouncingView } from "../../features/machines/bouncing.view.ts";
import { defaultLimits } from "../../limits.ts";
import { createChangeFeed } from "../../push/change-stream.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { signedInAt } from "../../testing/operator.ts";
import { keepUnits } from "../testing/kept-units.ts";
import { at, connectUnit, sayAcknowledged, up } from "../testing/link-under-test.ts";

const bouncing = {
  ...defaultLimits.bouncing,
  changesPerMinute: 4,
  restMs: { least: 1, most: 50 },
  sweepEveryMs: 50,
  publishEveryMs: 10,
};
const everyMs = defaultLimits.bouncing.listEveryMs;

const kept = keepUnits();
const gateway = setUpGateway({ standingClock: true, limits: { bouncing } });
const other = setUpGateway({ standingClock: true, limits: { bouncing }, beside: gateway });

const collections = () => gateway.stores;
const unitHere = async () => {
  const machine = await addMachine(gateway.parts);
  const login = await addUnit(gateway.parts, machine);
  const unit = kept(await connectUnit(gateway, login));
  return { serialNumber: login.serialNumber, unit, machine };
};
let messageId = 0;
const say = async (unit: RawUnit, serialNumber: string, seq: number, locks: Record<number, boolean>, full = false) => {
  messageId += 1;
  const containers = Object.entries(locks).map(([channel, isLocked]) => ({ channel: Number(channel), isLocked }));
  await sayAcknowledged(unit, up(serialNumber, "locks"), { containers, full, at, boot: "b1", seq }, messageId);
};
const rowsOf = async (serialNumber: string, channel = 1) => {
  const found = await collections().lockHistory.find({ "meta.unit": serialNumber, channel }).sort({ seq: 1 }).toArray();
  return found.map(({ seq, isLocked, unlisted = 0 }) => ({ seq, isLocked, unlisted }));
};
const doorOf = (serialNumber: string, channel = 1) =>
  collections().doors.findOne({ _id: `${serialNumber}/${channel}` });
/** Both gateways look at the same moment at what is due. */
const pass = (ms: number) => {
  for (const one of [gateway, other]) one.clock.advance(ms);
};

test.each([false, true])(
  "a lock that bounces is counted, and its last change listed in time (full: %s)",
  async (full) => {
    const { serialNumber, unit } = await unitHere();

    for (let seq = 1; seq <= 11; seq += 1) await say(unit, serialNumber, seq, { 1: seq % 2 === 0, 2: true }, full);

    expect((await rowsOf(serialNumber)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(await doorOf(serialNumber)).toMatchObject({ isLocked: false, seq: 11, unlisted: { changes: 7 } });
    // What stays as it was is neither listed again nor counted.
    if (full) expect(await doorOf(serialNumber, 2)).not.toHaveProperty("unlisted");

    pass(everyMs);
    await until("its row", async () => (await rowsOf(serialNumber)).length > 4);
    await until("nothing left", async () => (await doorOf(serialNumber))?.unlisted === undefined);
    const rows = await rowsOf(serialNumber);
    expect(rows.at(-1)).toEqual({ seq: 11, isLocked: false, unlisted: 6 });
    expect(rows).toHaveLength(5);
  },
);

test("a repeat is not counted twice, and what is said many times at once is as it was said last", async () => {
  const { serialNumber, unit } = await unitHere();
  for (let seq = 1; seq <= 6; seq += 1) await say(unit, serialNumber, seq, { 1: seq % 2 === 0 });
  const before = await doorOf(serialNumber);
  expect(before?.unlisted?.changes).toBe(2);

  await say(unit, serialNumber, 6, { 1: true });
  expect(await doorOf(serialNumber)).toEqual(before);

  for (let seq = 7; seq <= 15; seq += 1) {
    const containers = [{ channel: 1, isLocked: seq % 2 === 0 }];
    unit.publish(up(serialNumber, "locks"), { containers, full: false, at, boot: "b1", seq }, 1, 9_000 + seq);
  }
  await until("all PUBACKs", () => unit.acknowledged().includes(9_015));

  expect(await doorOf(serialNumber)).toMatchObject({ isLocked: false, seq: 15, unlisted: { changes: 11 } });
});

test("changes that come while a row is written wait for their own", async () => {
  const { serialNumber, unit } = await unitHere();
  for (let seq = 1; seq <= 6; seq += 1) await say(unit, serialNumber, seq, { 1: seq % 2 === 0 });
  // As if a gateway had been killed between its claim and its row.
  const claimed = { "unlisted.claim": "somebody", "unlisted.dueAt": new Date(gateway.clock.now() + 2 * everyMs) };
  await collections().doors.updateOne({ _id: `${serialNumber}/1` }, { $set: claimed });

  await say(unit, serialNumber, 7, { 1: false });
  expect((await doorOf(serialNumber))?.unlisted).toMatchObject({ changes: 3, claim: "somebody" });
  pass(2 * everyMs);
  await until("nothing left", async () => (await doorOf(serialNumber))?.unlisted === undefined);

  expect((await rowsOf(serialNumber)).at(-1)).toEqual({ seq: 7, isLocked: false, unlisted: 2 });
});

test("operators see which lock bounces on every page of its machine, at any gateway, until it is over", async () => {
  const { serialNumber, unit, machine } = await unitHere();
  const operator = await signedInAt(other);
  const published: unknown[] = [];
  const feed = createChangeFeed(gateway.parts);
  feed.on("rattlingUnits", ({ after }) => void published.push(after && unitBouncingView(after)));
  await feed.start();
  await feed.follow();
  const onPage = async () => (await operator.get(`/vending-machines/${machine._id}`)).body.vendingMachine.rattling;
  const inList = async (path: string, name: string) => {
    const { body } = await operator.get(path);
    return body[name].find(({ _id }: { _id: string }) => _id === `${machine._id}`).rattling;
  };
  expect(await onPage()).toBeNull();

  for (let seq = 1; seq <= 9; seq += 1) await say(unit, serialNumber, seq, { 7: seq % 2 === 0, 8: true });

  const shown = await until("all nine to be published", async () => {
    const found: Bouncing | null = await onPage();
    return found?.changes === 10 && found;
  });
  const until60 = new Date(gateway.clock.now() + 60_000).toISOString();
  expect(shown).toEqual({ until: until60, changes: 10, lockCount: 1, worst: [{ channel: 7, changes: 9 }] });
  expect(await inList("/vending-machines", "vendingMachines")).toEqual(shown);
  expect(await inList("/vending-machines/live-status", "liveStatus")).toEqual(shown);
  await until("the news", () => published.length > 0);
  expect(published.at(-1)).toMatchObject({ serialNumber, vendingMachine: machine._id.toHexString() });
  await feed.stop();

  pass(60_000);
  expect(await onPage()).toBeNull();
  expect(await inList("/vending-machines", "vendingMachines")).toBeNull();
  expect(await inList("/vending-machines/live-status", "liveStatus")).toBeNull();
});

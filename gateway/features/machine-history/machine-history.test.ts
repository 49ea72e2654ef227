import { ObjectId } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import type { HistoryEntry } from "#shared/machines/machine-history.schema.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addContainer, addMachine } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { pastOf } from "./testing/planted.ts";

let now: number;
const gateway = setUpGateway({ standingClock: true });
const operator = setUpOperator(gateway);
beforeAll(async () => {
  now = gateway.clock.now();
});

const minute = 60_000;
const hour = 60 * minute;
const moment = (ago: number) => new Date(now - ago).toISOString();
const machineWithPast = async () => {
  const machine = await addMachine(gateway.parts);
  return { machine, past: pastOf(gateway, machine, now) };
};
const read = async ({ _id }: { _id: ObjectId }, query = "") => {
  const { status, body } = await operator.get(`/vending-machines/${_id}/history${query}`);
  if (status !== 200) throw new Error(`${status}: ${body.error}`);
  return body as { entries: HistoryEntry[]; more: boolean };
};

test("what happened at a machine is listed newest first, each entry with its details", async () => {
  const { machine, past } = await machineWithPast();
  await addContainer(gateway.parts, machine, 7, { label: "7.1" });
  await past.connection(9 * minute, "connected", null);
  await past.heard(9 * minute, 8 * minute);
  await past.lock(8 * minute, { seq: 1, channel: 7, isLocked: false });
  await past.lock(7.5 * minute, { seq: 2, channel: 8, isLocked: true });
  const session = await past.command(7 * minute, {
    labels: ["7.1", "8"],
    startedBy: operator.userId,
    status: "failed",
    reason: "1 of 2 did not succeed",
  });
  const ping = await past.command(6.5 * minute, { labels: [], type: "ping", startedBy: null });
  await past.connection(6 * minute, "disconnected", "silent");
  await past.connection(5.5 * minute, "disconnected", null);
  await past.heard(0.5 * minute, 0);

  const { entries, more } = await read(machine);

  const serialNumber = past.meta.unit;
  const door = { kind: "door", serialNumber };
  expect(more).toBe(false);
  expect(entries).toEqual([
    { kind: "gap", at: moment(0.5 * minute), from: moment(6.75 * minute), to: moment(0.5 * minute) },
    { kind: "disconnected", at: moment(5.5 * minute), serialNumber, why: "left" },
    { kind: "disconnected", at: moment(6 * minute), serialNumber, why: "silent" },
    {
      kind: "command",
      at: moment(6.5 * minute),
      sessionId: ping._id.toHexString(),
      type: "ping",
      containers: [],
      status: "completed",
      reason: null,
      startedBy: "",
    },
    {
      kind: "command",
      at: moment(7 * minute),
      sessionId: session._id.toHexString(),
      type: "open",
      containers: ["7.1", "8"],
      status: "failed",
      reason: "1 of 2 did not succeed",
      startedBy: "Test staff",
    },
    { ...door, at: moment(7.5 * minute), channel: 8, containerId: "", isLocked: true, unlisted: 0 },
    { ...door, at: moment(8 * minute), channel: 7, containerId: "7.1", isLocked: false, unlisted: 0 },
    { kind: "connected", at: moment(9 * minute), serialNumber },
  ]);
});

test("why a command of one container failed is shown, though its session itself gives no reason", async () => {
  const { machine, past } = await machineWithPast();
  await past.command(2 * minute, { status: "failed", rowReason: "Not acknowledged within 10 s" });
  await past.command(minute, { status: "failed", labels: ["1", "2"], rowReason: "Not acknowledged within 10 s" });

  const { entries } = await read(machine);

  const reasons = entries.map((entry) => entry.kind === "command" && entry.reason);
  expect(reasons).toEqual([null, "Not acknowledged within 10 s"]);
});

test("another machine's history is never shown, nor that of its unit at another machine", async () => {
  const { machine } = await machineWithPast();
  const other = await machineWithPast();
  await other.past.lock(minute, { seq: 1 });
  await other.past.connection(minute, "connected", null);
  await other.past.command(minute);
  await other.past.heard(hour, hour);

  expect(await read(machine)).toMatchObject({ entries: [], more: false });
  expect((await read(other.machine)).entries).toHaveLength(4);
});

test("a kind alone is listed alone", async () => {
  const { machine, past } = await machineWithPast();
  await past.connection(9 * minute, "connected", null);
  await past.heard(9 * minute, 9 * minute);
  await past.lock(8 * minute, { seq: 1 });
  await past.command(7 * minute);
  await past.connection(6 * minute, "disconnected", "left");
  const kindsOf = async (kind: string) => (await read(machine, `?kind=${kind}`)).entries.map((entry) => entry.kind);

  expect(await kindsOf("connection")).toEqual(["disconnected", "connected"]);
  expect(await kindsOf("gap")).toEqual(["gap"]);
  expect(await kindsOf("command")).toEqual(["command"]);
  expect(await kindsOf("door")).toEqual(["door"]);
});

test("a long history is listed a hundred at a time, each entry once, also where hundreds are of one moment", async () => {
  const { machine, past } = await machineWithPast();
  for (let i = 0; i < 90; i += 1) await past.command(i * minute);
  // 130 locks reported by one message, in the middle of the first page.
  for (let channel = 1; channel <= 130; channel += 1) await past.lock(70 * minute, { seq: 1, channel });
  for (let i = 0; i < 150; i += 1) await past.connection(100 * minute + i * minute, "connected", null);

  const pages: HistoryEntry[][] = [];
  let before = "";
  for (let more = true; more && pages.length < 9; ) {
    const page = await read(machine, before);
    pages.push(page.entries);
    before = `?before=${page.entries.at(-1)?.at}`;
    more = page.more;
  }

  expect(pages.map(({ length }) => length)).toEqual([71 + 130, 100, 69]);
  const all = pages.flat();
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .sort()
      .reverse(),
  );
  expect(new Set(all.map((entry) => JSON.stringify(entry))).size).toBe(90 + 130 + 150);
});

test("a lock that was reported again, because its PUBACK was lost, is one door event: the first", async () => {
  const { machine, past } = await machineWithPast();
  await past.lock(9 * minute, { seq: 5, channel: 1, isLocked: false });
  await past.lock(8 * minute, { seq: 6, channel: 1, isLocked: true });
  const saidAt = (ago: number) => new Date(moment(ago));
  await past.lock(3 * minute, { seq: 5, channel: 1, isLocked: false, at: saidAt(9 * minute) });
  await past.lock(3 * minute, { seq: 6, channel: 1, isLocked: true, at: saidAt(8 * minute) });
  await past.lock(3 * minute, { seq: 6, channel: 1, isLocked: true, at: saidAt(8 * minute) });
  // The same numbers of another power-up, also one with the same boot value, another lock or another unit are no
  // repeats.
  await past.lock(minute, { seq: 5, channel: 1, isLocked: false });
  await past.lock(2 * minute, { seq: 5, channel: 1, boot: "b2" });
  await past.lock(2 * minute, { seq: 5, channel: 2 });
  await past.lock(2 * minute, { seq: 5, channel: 1, meta: { ...past.meta, unit: "CU-other" } });

  const { entries } = await read(machine);

  expect(entries.map(({ at }) => at)).toEqual([1, 2, 2, 2, 8, 9].map((ago) => moment(ago * minute)));
});

test("where a whole page repeats, the pages before it are found all the same", async () => {
  const { machine, past } = await machineWithPast();
  const saidAt = new Date(moment(hour));
  for (let seq = 1; seq <= 120; seq += 1) await past.lock(hour, { seq, channel: (seq % 9) + 1 });
  for (let seq = 1; seq <= 120; seq += 1) await past.lock(minute, { seq, channel: (seq % 9) + 1, at: saidAt });

  const { entries, more } = await read(machine, "?kind=door");

  expect(entries).toHaveLength(120);
  expect(new Set(entries.map(({ at }) => at))).toEqual(new Set([moment(hour)]));
  expect(more).toBe(false);
});

test.each([
  ["a machine that does not exist", () => new ObjectId().toHexString(), "", 404, /no vending machine/],
  ["what is no id", () => "VM-1", "", 400, /24 hexadecimal digits/],
  ["a moment that is none", () => new ObjectId().toHexString(), "?before=yesterday", 400, /before/],
  ["an unknown kind", () => new ObjectId().toHexString(), "?kind=gossip", 400, /kind/],
])("the history of %s is refused", async (_title, id, query, status, words) => {
  const answer = await operator.get(`/vending-machines/${id()}/history${query}`);

  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ success: false, code: expect.any(String), error: expect.stringMatching(words) });
});

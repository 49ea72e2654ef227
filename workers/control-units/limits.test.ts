import { expect, test } from "vitest";
import type { FactName } from "#shared/control-units/control-unit.schema.ts";
import { commandLimits } from "#shared/control-units/row.rules.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpApp } from "./testing/worker-app.ts";

/** The workers' clock is moved past the limits of rows; the expiry is the database's, and never reached here. */
const clock = createMovableClock(Date.now());
const limits = { ...commandLimits, turnMs: 3_600_000, repeatMs: 3_600_000 };
const app = setUpApp({ clock, sweepEveryMs: 50, limits });

const sent = async (type: CommandType, channels?: number[]) => {
  const session = await app.give(await app.plant(), type, channels);
  await eventually(async () => {
    for (const row of await app.rows(session)) expect(row.sentAt).toBeInstanceOf(Date);
  });
  return session;
};
const seconds = (n: number) => n * 1_000;
/** Reports a fact this many seconds after the command was sent. */
const after = async (session: Awaited<ReturnType<typeof sent>>, channel: number | null, fact: FactName, s: number) => {
  const sentAt = (await app.rows(session))[0]?.sentAt?.getTime() ?? 0;
  await app.gateway.fact(session, channel, fact, { receivedAt: new Date(sentAt + seconds(s)) });
};

test.each<[CommandType, [FactName, number][], number, string]>([
  ["open", [], 10, "Not acknowledged within 10 s"],
  ["open", [["acknowledged", 2]], 17, "Not seen open within 15 s"],
  ["open", [["opened", 4]], 124, "Not seen closed within 120 s"],
  [
    "stock-update",
    [
      ["acknowledged", 1],
      ["opened", 4],
    ],
    304,
    "Not seen closed within 300 s",
  ],
  ["lock-status", [], 10, "No answer within 10 s"],
  ["ping", [], 10, "No answer within 10 s"],
  ["restart", [["acknowledged", 1]], 60, "Not reconnected within 60 s"],
])("%s after %j ends %d s after it was sent: %s", async (type, facts, limit, reason) => {
  const session = await sent(type);
  const [row] = await app.rows(session);
  const start = row?.sentAt?.getTime() ?? 0;
  const channel = row?.channel ?? null;
  for (const [fact, at] of facts) await after(session, channel, fact, at);

  clock.advance(start + seconds(limit) - 1 - clock.now());
  await app.settle(session);
  const judged = async () => (await app.rows(session))[0]?.deadlineAt?.getTime();
  await eventually(async () => expect(await judged()).toBe(start + seconds(limit)));
  expect(await app.ends(session)).toEqual([null]);
  clock.advance(1);

  await app.until(session, { status: "failed", reason: null, hasTurn: false });
  expect((await app.rows(session))[0]).toMatchObject({ end: "timeout", reason, deadlineAt: null });
});

test("a fact that comes after the end is kept, and changes neither the row's end nor the session's", async () => {
  const session = await sent("open");
  clock.advance(seconds(20));
  await app.until(session, { status: "failed" });
  const before = await app.read(session);
  const [row] = await app.rows(session);

  expect(await app.gateway.fact(session, 1, "opened")).toBe(true);
  expect(await app.gateway.fact(session, 1, "closed")).toBe(true);
  // The queue works in order: once a later job is done, this one is.
  await app.until(await sent("ping"), { status: "running" });

  const [later] = await app.rows(session);
  expect(later).toMatchObject({ end: "timeout", endedAt: row?.endedAt, reason: row?.reason });
  expect(later?.facts.opened?.late).toBe(true);
  expect(await app.read(session)).toEqual(before);
});

test("each container ends for itself; the session says how many did not succeed", async () => {
  const session = await sent("open", [1, 2, 3]);
  await app.gateway.fact(session, 1, "opened");
  await app.gateway.fact(session, 1, "closed");
  await app.gateway.fact(session, 2, "failed", { code: "DOOR_JAMMED", message: "Door is jammed" });

  clock.advance(seconds(30));

  await app.until(session, { status: "failed", reason: "2 of 3 did not succeed" });
  expect(await app.ends(session)).toEqual(["done", "failed", "timeout"]);
  expect((await app.rows(session))[1]).toMatchObject({ reason: "Door is jammed", code: "DOOR_JAMMED" });
});

test("999 containers are judged together", async () => {
  const session = await sent(
    "lock-status",
    Array.from({ length: 999 }, (_, i) => i + 1),
  );
  await app.sessionRows.updateMany(
    { session },
    { $set: { "facts.status": { receivedAt: new Date(clock.now()) } as never }, $inc: { factCount: 1 } },
  );

  await app.settle(session);

  await app.until(session, { status: "completed", reason: null });
  expect(new Set(await app.ends(session))).toEqual(new Set(["done"]));
});

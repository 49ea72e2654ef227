import { expect, test } from "vitest";
import { type CommandType, commandTypes } from "#shared/events/machine-topics.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpApp, startApp, type WorkerApp } from "./testing/worker-app.ts";

/** A unit has a minute to answer, which the tests let pass: none of them is late on a slow machine. */
let aheadMs = 0;
const passAMinute = () => {
  aheadMs += 60_000;
};
const clock = { now: () => Date.now() + aheadMs };
const app = setUpApp({ clock, workers: 2, sweepEveryMs: 50, limits: { repeatMs: 400, acknowledgeMs: 60_000 } });

const commandsOf = (session: Parameters<WorkerApp["rows"]>[0]) =>
  app.commands.find({ session }).sort({ createdAt: 1, _id: 1 }).toArray();
const moves: CommandType[] = ["open", "stock-update", "restart"];
const queries = commandTypes.filter((type) => !moves.includes(type));

test("what only reads is repeated, and only for the containers that gave no answer", async () => {
  const session = await app.give(await app.plant(), "lock-status", [1, 2, 3]);
  await eventually(async () => expect((await app.rows(session))[0]?.sentAt).toBeInstanceOf(Date));
  const first = (await app.rows(session))[0]?.sentAt;
  await app.gateway.fact(session, 2, "status", { isLocked: true });

  // One more may be on its way by then.
  const before = (await commandsOf(session)).length + 1;
  await eventually(async () => expect((await commandsOf(session)).length).toBeGreaterThan(before + 1));

  passAMinute();
  await app.until(session, { status: "failed", reason: "2 of 3 did not succeed" });
  const [original, ...again] = await commandsOf(session);
  expect(original?.channels).toEqual([1, 2, 3]);
  for (const command of again) expect(command.expiresAt).toEqual(original?.expiresAt);
  for (const command of again.slice(before - 1)) expect(command.channels).toEqual([1, 3]);
  expect(new Set([original, ...again].map((command) => command?._id)).size).toBe(again.length + 1);
  for (const row of await app.rows(session)) expect(row.sentAt).toEqual(first);
  expect((await app.rows(session))[0]).toMatchObject({ end: "timeout", reason: "No answer within 60 s" });
});

test.each(queries)("%s is repeated until it is answered", async (type) => {
  const session = await app.give(await app.plant(), type, [1]);
  await eventually(async () => expect((await commandsOf(session)).length).toBeGreaterThan(1));

  await app.gateway.fact(session, type === "ping" ? null : 1, type === "ping" ? "acknowledged" : "status");

  await app.until(session, { status: "completed" });
});

test("a repeated command that its gateway claims late is not the last one", async () => {
  const session = await app.give(await app.plant(), "ping");
  await eventually(async () => expect((await commandsOf(session)).length).toBeGreaterThan(1));
  app.gateway.setDeaf(true);
  await app.untilReady(session);
  const look = (await app.rows(session))[0]?.deadlineAt;
  // Its row was looked at meanwhile, and nothing could be repeated.
  await eventually(async () => expect((await app.rows(session))[0]?.deadlineAt).not.toEqual(look));
  const before = (await commandsOf(session)).length;
  app.gateway.setDeaf(false);

  await eventually(async () => expect((await commandsOf(session)).length).toBeGreaterThan(before));
});

test("rows that are judged 10 s early are repeated no more often, however often they are judged", async () => {
  const repeatMs = 1_000;
  const tooFast = { now: () => Date.now() + 10_000 };
  const ahead = await startApp({ clock: tooFast, sweepEveryMs: 50, limits: { repeatMs, acknowledgeMs: 60_000 } });
  // A gateway writes its own time.
  ahead.gateway.onCommand(async ({ _id }) => {
    await ahead.commands.updateOne({ _id }, { $set: { sentAt: new Date() } });
  });
  const session = await ahead.give(await ahead.plant(), "ping");

  // Ten times in each period; a slow machine would only queue up more than that.
  const wakeUp = async () => {
    await ahead.settle(session);
    expect(ahead.gateway.sent.length).toBeGreaterThan(2);
  };
  await eventually(wakeUp, { interval: repeatMs / 10 });

  const times = (await ahead.commands.find({ session }).sort({ createdAt: 1 }).toArray()).map(({ createdAt }) =>
    createdAt.getTime(),
  );
  for (const [n, at] of times.slice(1).entries()) expect(at - (times[n] ?? 0)).toBeGreaterThanOrEqual(repeatMs);
  await ahead.stop();
});

test("what moves a door or restarts a unit is never sent again by itself", async () => {
  const sessions = await Promise.all(
    moves.map(async (type) => ({ type, session: await app.give(await app.plant(), type, [1]) })),
  );
  // Meanwhile commands that only read are sent several times.
  const requested = await app.give(await app.plant(), "ping");
  await eventually(async () => expect((await commandsOf(requested)).length).toBeGreaterThan(4));
  for (const { session } of sessions)
    await eventually(async () => expect((await app.rows(session))[0]?.sentAt).toBeInstanceOf(Date));
  passAMinute();
  for (const { type, session } of sessions) if (type !== "restart") await app.until(session, { status: "failed" });

  for (const { session } of sessions) expect(await commandsOf(session)).toHaveLength(1);
  const sent = app.gateway.sent.filter(({ type }) => moves.includes(type));
  expect(sent).toHaveLength(moves.length);
});

import { expect, test } from "vitest";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpApp, startApp } from "./testing/worker-app.ts";

const app = setUpApp({ workers: 2, sweepEveryMs: 50 });

test("a fact that comes while the row is being judged is judged with it: an end never hides what was known", async () => {
  app.gateway.onCommand(() => Promise.resolve());
  const machines = await Promise.all(Array.from({ length: 30 }, () => app.plant()));
  const channels = [1, 2, 3];
  const sessions = await Promise.all(machines.map((machine) => app.give(machine, "open", channels)));
  for (const session of sessions) await app.until(session, { status: "running" });

  // Facts and wake-ups all at once, in any order.
  await Promise.all(
    sessions.flatMap((session) =>
      channels.flatMap((channel) => [
        app.gateway.fact(session, channel, "closed"),
        app.settle(session),
        app.gateway.fact(session, channel, "opened"),
      ]),
    ),
  );

  for (const session of sessions) {
    await app.until(session, { status: "completed", hasTurn: false });
    for (const row of await app.rows(session))
      expect(row).toMatchObject({ end: "done", factCount: 2, facts: { opened: { late: false } } });
  }
});

test("closed before opened: the row is done only with both", async () => {
  const session = await app.give(await app.plant(), "open");
  await app.until(session, { status: "running" });

  await app.gateway.fact(session, 1, "closed");
  await app.settle(session);
  await eventually(async () => expect((await app.rows(session))[0]?.facts.closed).toBeDefined());
  expect(await app.read(session)).toMatchObject({ status: "running", hasTurn: true });
  await app.gateway.fact(session, 1, "opened");

  await app.until(session, { status: "completed" });
});

test("a fact whose wake-up was lost ends its row by the row's own limit at the latest, as what it was", async () => {
  const clock = createMovableClock(Date.now());
  // No turn ends so soon: only the row's limit is left.
  const quick = await startApp({ clock, sweepEveryMs: 50, limits: { turnMs: 600_000 } });
  const session = await quick.give(await quick.plant(), "open");
  await quick.until(session, { status: "running" });
  const limit = await eventually(async () => {
    const [row] = await quick.rows(session);
    if (!row?.sentAt || !row.deadlineAt) throw new Error("it was not sent yet");
    return row.deadlineAt.getTime();
  });

  await quick.gateway.fact(session, 1, "opened", {}, false);
  await quick.gateway.fact(session, 1, "closed", {}, false);
  clock.advance(limit - clock.now());

  await quick.until(session, { status: "completed" });
  await quick.stop();
});

test("a turn lasts so long at most: the next begins, and the doors of the first are still waited for", async () => {
  const turnMs = 60_000;
  const quick = await startApp({ sweepEveryMs: 50, limits: { turnMs } });
  const machine = await quick.plant();
  const first = await quick.give(machine, "open");
  const second = await quick.give(machine, "open", [2]);
  await eventually(async () => expect((await quick.rows(first))[0]?.sentAt).toBeTruthy());

  // By the database's clock, which no test moves.
  await quick.sessions.updateOne({ _id: first }, [{ $set: { startedAt: { $subtract: ["$startedAt", turnMs] } } }]);
  await quick.until(second, { status: "running" });

  expect(await quick.read(first)).toMatchObject({ status: "running", hasTurn: false });
  expect(await quick.ends(first)).toEqual([null]);
  await quick.stop();
});

test("a turn that is over takes its unsent command with it", async () => {
  const quick = await startApp({ sweepEveryMs: 50, limits: { turnMs: 600 } });
  quick.gateway.setDeaf(true);
  const machine = await quick.plant();
  const first = await quick.give(machine, "open");
  const second = await quick.give(machine, "open", [2]);

  await quick.until(second, { startedAt: expect.any(Date) });

  expect(await quick.gateway.claim((await quick.read(first)).commandId)).toBeNull();
  await quick.until(first, { status: "expired" });
  await quick.stop();
});

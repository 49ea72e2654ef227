import type { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpApp, startApp } from "./testing/worker-app.ts";

const app = setUpApp({ workers: 2, sweepEveryMs: 100 });

test("a machine's sessions get their turns one at a time, in the order of their requests", async () => {
  const machine = await app.plant();
  const first = await app.give(machine, "open", [1]);
  const second = await app.give(machine, "restart");
  const third = await app.give(machine, "stock-update", [2, 3]);
  await app.until(first, { status: "running", hasTurn: true });
  expect((await app.read(second)).status).toBe("queued");

  await app.gateway.fact(first, 1, "acknowledged");
  await app.gateway.fact(first, 1, "opened");
  await app.until(second, { status: "running", hasTurn: true });
  expect(await app.read(third)).toMatchObject({ status: "queued", hasTurn: false });
  await app.gateway.fact(second, null, "restarted");

  await app.until(second, { status: "completed", hasTurn: false });
  await app.until(third, { status: "running", hasTurn: true });
});

test("the turn is over when every door was seen open; waiting for them to be closed goes on beside the next", async () => {
  const machine = await app.plant();
  const first = await app.give(machine, "open", [1, 2]);
  const second = await app.give(machine, "open", [3]);
  await app.until(first, { status: "running" });
  await app.gateway.fact(first, 1, "opened");
  await eventually(async () => expect((await app.rows(first))[0]?.facts.opened).toBeDefined());
  expect((await app.read(second)).status).toBe("queued");

  await app.gateway.fact(first, 2, "failed", { code: "DOOR_JAMMED" });

  await app.until(second, { status: "running", hasTurn: true });
  expect(await app.read(first)).toMatchObject({ status: "running", hasTurn: false, finishedAt: null });
  await app.gateway.fact(first, 1, "closed");
  await app.until(first, { status: "failed", reason: "1 of 2 did not succeed" });
  expect((await app.read(first)).finishedAt).toBeInstanceOf(Date);
});

test("a command that moves a door does not outlive its turn, however late it is claimed", async () => {
  const quick = await startApp({ sweepEveryMs: 60_000, limits: { turnMs: 9_000 } });
  quick.gateway.setDeaf(true);
  const session = await quick.give(await quick.plant(), "open");
  await quick.until(session, { status: "running" });

  const command = await eventually(async () => {
    const found = await quick.commands.findOne({ session });
    if (!found) throw new Error("no command yet");
    return found;
  });

  const { startedAt, expiresAt } = await quick.read(session);
  expect(command.expiresAt.getTime()).toBe((startedAt?.getTime() ?? 0) + 9_000);
  expect(command.expiresAt.getTime()).toBeLessThan(expiresAt.getTime());
  await quick.stop();
});

test("a session that only reads never waits for a turn, and other machines go on beside", async () => {
  const [busy, free] = [await app.plant(), await app.plant()];
  const open = await app.give(busy, "open");
  await app.until(open, { status: "running" });
  const waiting = await app.give(busy, "open", [2]);

  const queries = [
    await app.give(busy, "lock-status", [1]),
    await app.give(busy, "ping"),
    await app.give(busy, "lock-close-verify", [1]),
  ];
  const elsewhere = await app.give(free, "open");

  for (const session of queries) await app.until(session, { status: "running", hasTurn: false });
  await app.until(elsewhere, { status: "running", hasTurn: true });
  expect((await app.read(waiting)).status).toBe("queued");
});

test("a session whose wake-up was lost is found", async () => {
  const machine = await app.plant();

  const session = await app.store(machine, "open");

  await app.until(session, { status: "running", hasTurn: true });
});

test("a machine whose turn was ended by a worker that died goes on", async () => {
  const machine = await app.plant();
  const first = await app.give(machine, "open");
  await app.until(first, { status: "running" });
  const second = await app.store(machine, "open", [2]);

  await app.sessions.updateOne({ _id: first }, { $set: { hasTurn: false } });

  await app.until(second, { status: "running", hasTurn: true });
});

test("many sessions on many machines: each is sent once, in order, none before the door of the last was open", async () => {
  const machines = await Promise.all(Array.from({ length: 20 }, () => app.plant()));
  app.gateway.onCommand(async ({ session }) => {
    await app.gateway.fact(session, 1, "acknowledged", {}, false);
    await app.gateway.fact(session, 1, "opened");
    await app.gateway.fact(session, 1, "closed");
  });
  const given: ObjectId[] = [];
  for (let i = 0; i < 5; i += 1)
    for (const machine of machines)
      given.push(await (i % 4 === 3 ? app.store(machine, "open") : app.give(machine, "open")));

  await eventually(
    async () => expect(await app.sessions.countDocuments({ _id: { $in: given }, status: "completed" })).toBe(100),
    { timeout: 60_000, interval: 100 },
  );
  const sent = app.gateway.sent.filter(({ type }) => type === "open").map(({ session }) => session.toHexString());
  for (const id of given) expect(sent.filter((one) => one === id.toHexString())).toHaveLength(1);
  for (const { machine } of machines) {
    const inOrder = await app.sessions.find({ machine }).sort({ createdAt: 1, _id: 1 }).toArray();
    let opened = 0;
    for (const { _id, startedAt } of inOrder) {
      expect(startedAt?.getTime()).toBeGreaterThanOrEqual(opened);
      opened = (await app.rows(_id))[0]?.facts.opened?.receivedAt.getTime() ?? Number.NaN;
    }
  }
});

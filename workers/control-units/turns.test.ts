import type { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpHouse, startHouse } from "./testing/house.ts";

const house = setUpHouse({ workers: 2, sweepEveryMs: 100 });

test("a machine's sessions get their turns one at a time, in the order in which they were asked for", async () => {
  const machine = await house.plant();
  const first = await house.give(machine, "open", [1]);
  const second = await house.give(machine, "restart");
  const third = await house.give(machine, "stock-update", [2, 3]);
  await house.until(first, { status: "running", hasTurn: true });
  expect((await house.read(second)).status).toBe("queued");

  await house.gateway.fact(first, 1, "acknowledged");
  await house.gateway.fact(first, 1, "opened");
  await house.until(second, { status: "running", hasTurn: true });
  expect(await house.read(third)).toMatchObject({ status: "queued", hasTurn: false });
  await house.gateway.fact(second, null, "restarted");

  await house.until(second, { status: "completed", hasTurn: false });
  await house.until(third, { status: "running", hasTurn: true });
});

test("the turn is over when every door was seen open; waiting for them to be closed goes on beside the next", async () => {
  const machine = await house.plant();
  const first = await house.give(machine, "open", [1, 2]);
  const second = await house.give(machine, "open", [3]);
  await house.until(first, { status: "running" });
  await house.gateway.fact(first, 1, "opened");
  await eventually(async () => expect((await house.rows(first))[0]?.facts.opened).toBeDefined());
  expect((await house.read(second)).status).toBe("queued");

  await house.gateway.fact(first, 2, "failed", { code: "DOOR_JAMMED" });

  await house.until(second, { status: "running", hasTurn: true });
  expect(await house.read(first)).toMatchObject({ status: "running", hasTurn: false, finishedAt: null });
  await house.gateway.fact(first, 1, "closed");
  await house.until(first, { status: "failed", reason: "1 of 2 did not succeed" });
  expect((await house.read(first)).finishedAt).toBeInstanceOf(Date);
});

test("a command that moves a door does not outlive its turn, however late it is claimed", async () => {
  const quick = await startHouse({ sweepEveryMs: 60_000, limits: { turnMs: 9_000 } });
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

test("a session that only asks never waits for a turn, and other machines go on beside", async () => {
  const [busy, free] = [await house.plant(), await house.plant()];
  const open = await house.give(busy, "open");
  await house.until(open, { status: "running" });
  const waiting = await house.give(busy, "open", [2]);

  const asks = [
    await house.give(busy, "lock-status", [1]),
    await house.give(busy, "ping"),
    await house.give(busy, "lock-close-verify", [1]),
  ];
  const elsewhere = await house.give(free, "open");

  for (const session of asks) await house.until(session, { status: "running", hasTurn: false });
  await house.until(elsewhere, { status: "running", hasTurn: true });
  expect((await house.read(waiting)).status).toBe("queued");
});

test("a session whose wake-up was lost is found", async () => {
  const machine = await house.plant();

  const session = await house.store(machine, "open");

  await house.until(session, { status: "running", hasTurn: true });
});

test("a machine whose turn was ended by a worker that died goes on", async () => {
  const machine = await house.plant();
  const first = await house.give(machine, "open");
  await house.until(first, { status: "running" });
  const second = await house.store(machine, "open", [2]);

  await house.sessions.updateOne({ _id: first }, { $set: { hasTurn: false } });

  await house.until(second, { status: "running", hasTurn: true });
});

test("many sessions on many machines: each is sent once, in order, none before the door of the last was open", async () => {
  const machines = await Promise.all(Array.from({ length: 20 }, () => house.plant()));
  house.gateway.onCommand(async ({ session }) => {
    await house.gateway.fact(session, 1, "acknowledged", {}, false);
    await house.gateway.fact(session, 1, "opened");
    await house.gateway.fact(session, 1, "closed");
  });
  const given: ObjectId[] = [];
  for (let i = 0; i < 5; i += 1)
    for (const machine of machines)
      given.push(await (i % 4 === 3 ? house.store(machine, "open") : house.give(machine, "open")));

  await eventually(
    async () => expect(await house.sessions.countDocuments({ _id: { $in: given }, status: "completed" })).toBe(100),
    { timeout: 60_000, interval: 100 },
  );
  const sent = house.gateway.sent.filter(({ type }) => type === "open").map(({ session }) => session.toHexString());
  for (const id of given) expect(sent.filter((one) => one === id.toHexString())).toHaveLength(1);
  for (const { machine } of machines) {
    const inOrder = await house.sessions.find({ machine }).sort({ createdAt: 1, _id: 1 }).toArray();
    let opened = 0;
    for (const { _id, startedAt } of inOrder) {
      expect(startedAt?.getTime()).toBeGreaterThanOrEqual(opened);
      opened = (await house.rows(_id))[0]?.facts.opened?.receivedAt.getTime() ?? Number.NaN;
    }
  }
});

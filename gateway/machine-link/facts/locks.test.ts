import { describe, expect, test, vi } from "vitest";
import type { DoorDocument } from "#shared/registration/unit.document.server.ts";
import { until } from "#shared/testing/eventually.ts";
import { createChangeFeed } from "../../push/change-stream.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { reportLocks, sayLocks } from "../testing/given-command.ts";
import { at, connectUnit, counted, locksOf, sayAcknowledged, up } from "../testing/link-under-test.ts";

const gateway = setUpGateway();

const { registered, doors, history } = locksOf(gateway);

describe("the state of a lock", () => {
  test("is stored before its PUBACK, with both times and what orders it", async () => {
    const { serialNumber, secret } = await registered();
    const unit = await connectUnit(gateway, { serialNumber, secret });

    await reportLocks(unit, serialNumber, "b1", 7, { 1: true, 2: false });

    expect(await doors(serialNumber)).toEqual({ 1: true, 2: false });
    const door = await gateway.stores.doors.findOne({ _id: `${serialNumber}/1` });
    expect(door).toMatchObject({ serialNumber, channel: 1, isLocked: true, at: new Date(at), boot: "b1", seq: 7 });
    expect(Math.abs((door?.receivedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test("is written only over an older one of the same power-up", async () => {
    const { serialNumber, secret } = await registered();
    const unit = await connectUnit(gateway, { serialNumber, secret });

    await reportLocks(unit, serialNumber, "b1", 5, { 1: true });
    await reportLocks(unit, serialNumber, "b1", 4, { 1: false, 2: false });
    expect(await doors(serialNumber)).toEqual({ 1: true, 2: false });
    await reportLocks(unit, serialNumber, "b1", 6, { 1: false });
    expect(await doors(serialNumber)).toEqual({ 1: false, 2: false });
  });

  test("of a later power-up wins, whatever its number, and what was left over from the earlier one loses", async () => {
    const login = await registered();
    const { serialNumber } = login;
    const before = await connectUnit(gateway, login);
    await reportLocks(before, serialNumber, "b1", 500, { 1: true, 2: true });
    before.leave();

    const after = await connectUnit(gateway, login);
    await reportLocks(after, serialNumber, "b2", 0, { 1: false });
    await reportLocks(after, serialNumber, "b1", 501, { 1: true, 2: false });

    // Lock 2 was not reported anew yet, so the leftover of the earlier power-up is its newest report.
    expect(await doors(serialNumber)).toEqual({ 1: false, 2: false });
    await reportLocks(after, serialNumber, "b2", 1, { 2: true });
    expect(await doors(serialNumber)).toEqual({ 1: false, 2: true });
  });

  test.each([true, false])(
    "of a later connection wins over one of an earlier release whose clock was ahead (full: %s)",
    async (full) => {
      const { serialNumber, secret } = await registered();
      const ahead = new Date(Date.now() + 3_600_000);
      await gateway.stores.doors.insertOne({
        _id: `${serialNumber}/1`,
        serialNumber,
        channel: 1,
        isLocked: false,
        boot: "b0",
        seq: 900,
        receivedAt: ahead,
        at: ahead,
        connectedAt: ahead,
      } as DoorDocument);
      const unit = await connectUnit(gateway, { serialNumber, secret });

      await reportLocks(unit, serialNumber, "b1", 0, { 1: true }, full);

      expect(await doors(serialNumber)).toEqual({ 1: true });
    },
  );

  test("said again after reconnecting changes nothing", async () => {
    const login = await registered();
    const { serialNumber } = login;
    const unit = await connectUnit(gateway, login);
    await reportLocks(unit, serialNumber, "b1", 1, { 1: false });
    await reportLocks(unit, serialNumber, "b1", 2, { 1: true });
    const again = await connectUnit(gateway, login);
    const stored = await gateway.stores.doors.findOne({ serialNumber });

    await reportLocks(again, serialNumber, "b1", 1, { 1: false });
    await reportLocks(again, serialNumber, "b1", 2, { 1: true });

    expect(await gateway.stores.doors.findOne({ serialNumber })).toEqual(stored);
  });

  test.each([true, false])(
    "of a power-up that drew the boot value of the one before is no repeat, and is none of the next messages (full: %s)",
    async (full) => {
      const login = await registered();
      const { serialNumber } = login;
      const before = await connectUnit(gateway, login);
      await sayLocks(before, serialNumber, { 1: true, 2: true }, { seq: 40, at: "2026-03-01T06:30:00Z", full });
      await sayLocks(before, serialNumber, { 2: false }, { seq: 41, at: "2026-03-01T06:31:00Z" });

      const after = await connectUnit(gateway, login);
      const first = { seq: 0, at: "2026-03-01T07:00:00Z", full };
      await sayLocks(after, serialNumber, { 1: false, 2: true }, first);
      expect(await doors(serialNumber)).toEqual({ 1: false, 2: true });
      await sayLocks(after, serialNumber, { 1: true }, { seq: 1, at: "2026-03-01T07:01:00Z" });
      // A repeat over a third connection has the time that it had.
      await sayLocks(await connectUnit(gateway, login), serialNumber, { 1: false, 2: true }, first);

      expect(await doors(serialNumber)).toEqual({ 1: true, 2: true });
      const ofFirst = (await history(serialNumber)).filter(({ channel }) => channel === 1);
      expect([...new Set(ofFirst.map(({ seq, isLocked }) => `${seq} ${isLocked}`))]).toEqual([
        "40 true",
        "0 false",
        "1 true",
      ]);
    },
  );

  test("named twice in one message is as it was named last; 999 locks fit", async () => {
    const { serialNumber, secret } = await registered();
    const unit = await connectUnit(gateway, { serialNumber, secret });
    const containers = Array.from({ length: 998 }, (_, i) => ({ channel: i + 1, isLocked: true }));
    const message = {
      containers: [...containers, { channel: 1, isLocked: false }],
      full: true,
      at,
      boot: "b1",
      seq: 1,
    };

    await sayAcknowledged(unit, up(serialNumber, "locks"), message, 1);

    const stored = await doors(serialNumber);
    expect(Object.keys(stored)).toHaveLength(998);
    expect(stored[1]).toBe(false);
  });

  test("in a full report is written only over an older one, lock by lock", async () => {
    const login = await registered();
    const { serialNumber } = login;
    const unit = await connectUnit(gateway, login);
    await reportLocks(unit, serialNumber, "b1", 1, { 1: true, 2: true, 3: true }, true);
    await reportLocks(unit, serialNumber, "b1", 5, { 2: false });

    await reportLocks(unit, serialNumber, "b1", 4, { 1: false, 2: true, 3: true, 4: false }, true);
    expect(await doors(serialNumber)).toEqual({ 1: false, 2: false, 3: true, 4: false });

    const again = await connectUnit(gateway, login);
    await reportLocks(again, serialNumber, "b2", 0, { 1: true, 2: true, 3: false }, true);
    await reportLocks(again, serialNumber, "b1", 9, { 1: false, 2: false, 3: true, 4: true }, true);
    expect(await doors(serialNumber)).toEqual({ 1: true, 2: true, 3: false, 4: true });
  });

  test("that stays as it was gives no change event, one that changes does", async () => {
    const login = await registered();
    const { serialNumber } = login;
    const unit = await connectUnit(gateway, login);
    await reportLocks(unit, serialNumber, "b1", 1, { 1: true, 2: true }, true);
    // The stream starts with the latest write, which therefore is somebody else's.
    await registered();
    const feed = createChangeFeed(gateway.parts);
    const heard: string[] = [];
    feed.on("doors", ({ after }) => {
      if (after?.serialNumber === serialNumber) heard.push(`${after.channel} ${after.isLocked}`);
    });
    await feed.start();
    await feed.follow();

    await reportLocks(unit, serialNumber, "b1", 2, { 1: true, 2: true }, true);
    const again = await connectUnit(gateway, login);
    await reportLocks(again, serialNumber, "b2", 0, { 1: true, 2: true }, true);
    await reportLocks(again, serialNumber, "b2", 1, { 1: true });
    await reportLocks(again, serialNumber, "b2", 2, { 1: true, 2: false, 3: true }, true);

    await until("the news", () => heard.length >= 2);
    expect(heard.sort()).toEqual(["2 false", "3 true"]);
    await feed.stop();
  });

  test("a full report of locks that somebody stored meanwhile is written over what is older alone", async () => {
    const login = await registered();
    const { serialNumber } = login;
    const unit = await connectUnit(gateway, login);
    await reportLocks(unit, serialNumber, "b1", 5, { 1: true });
    await reportLocks(unit, serialNumber, "b1", 9, { 2: true });
    // What this gateway receives of them comes too late.
    const { doors: stored } = gateway.stores;
    const find = vi.spyOn(stored, "find").mockReturnValueOnce(stored.find({ _id: "nobody" }));

    await reportLocks(unit, serialNumber, "b1", 7, { 1: false, 2: false, 3: true }, true);

    find.mockRestore();
    expect(await doors(serialNumber)).toEqual({ 1: false, 2: true, 3: true });
  });

  test("said many times at once is as it was said last; each change is in the history", async () => {
    const login = await registered();
    const { serialNumber } = login;
    const unit = await connectUnit(gateway, login);
    for (let seq = 1; seq <= 9; seq += 1) {
      const containers = [{ channel: 1, isLocked: seq % 2 === 0 }];
      unit.publish(up(serialNumber, "locks"), { containers, full: seq % 3 === 0, at, boot: "b1", seq }, 1, 4_000 + seq);
    }
    await until("all PUBACKs", () => unit.acknowledged().includes(4_009));
    const door = await gateway.stores.doors.findOne({ serialNumber });
    expect(door).toMatchObject({ isLocked: false, seq: 9 });
    const seqs = (await history(serialNumber)).map(({ seq }) => seq);
    expect(seqs.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("of two units with the same channel are kept apart", async () => {
    const [one, two] = [await registered(), await registered()];
    await reportLocks(await connectUnit(gateway, one), one.serialNumber, "b1", 1, { 1: true });
    await reportLocks(await connectUnit(gateway, two), two.serialNumber, "b1", 1, { 1: false });
    expect(await doors(one.serialNumber)).toEqual({ 1: true });
    expect(await doors(two.serialNumber)).toEqual({ 1: false });
  });
});

test("a result of an unknown command is acknowledged, and counted as dropped", async () => {
  const { serialNumber, secret } = await registered();
  const unit = await connectUnit(gateway, { serialNumber, secret });
  const before = await counted(gateway, "dropped_total", "unknown-command");

  const result = { commandId: "c1", channel: 3, fact: "opened", at, boot: "b1", seq: 1 };
  await sayAcknowledged(unit, up(serialNumber, "result"), result, 1);

  expect(await counted(gateway, "dropped_total", "unknown-command")).toBe(before + 1);
});

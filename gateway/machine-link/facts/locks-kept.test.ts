import { describe, expect, test, vi } from "vitest";
import { profiled } from "#shared/runtime/testing/profiled.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { reportLocks } from "../testing/given-command.ts";
import { at, connectUnit, locksOf, sayAcknowledged, up } from "../testing/link-under-test.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway, "admin");

const { registered, doors, history } = locksOf(gateway);

describe("what makes a full report superfluous", () => {
  test("is read from a majority: a primary that dies may have known it alone", async () => {
    const { db } = gateway.parts.mongo;
    const login = await registered();
    const unit = await connectUnit(gateway, login);
    await reportLocks(unit, login.serialNumber, "b1", 1, { 1: true, 2: false }, true);

    const [read] = await profiled(
      db,
      () => reportLocks(unit, login.serialNumber, "b1", 1, { 1: true, 2: false }, true),
      {
        op: "query",
        "command.filter._id.$in": `${login.serialNumber}/2`,
        ns: /\.doors$/,
      },
    );

    expect(read?.command.readConcern?.level).toBe("majority");
  });
});

describe("what was kept over a power cut", () => {
  test.each([true, false])(
    "of a power-up that is over is no news when it comes again over a later connection (full: %s)",
    async (full) => {
      const login = await registered();
      const { serialNumber } = login;
      await reportLocks(await connectUnit(gateway, login), serialNumber, "b1", 5, { 1: true, 2: true }, true);
      // A power cut; what was kept, and the present state. The PUBACKs are lost.
      const after = await connectUnit(gateway, login);
      await reportLocks(after, serialNumber, "b1", 6, { 1: false }, full);
      await reportLocks(after, serialNumber, "b2", 0, { 1: true, 2: true }, true);

      const again = await connectUnit(gateway, login);
      await reportLocks(again, serialNumber, "b1", 6, { 1: false }, full);
      expect(await doors(serialNumber)).toEqual({ 1: true, 2: true });
      await reportLocks(again, serialNumber, "b2", 0, { 1: true, 2: true }, true);
      await reportLocks(again, serialNumber, "b2", 1, { 2: false });
      expect(await doors(serialNumber)).toEqual({ 1: true, 2: false });
    },
  );

  test("of a power-up many power cuts ago is older still, and what is said after it counts", async () => {
    const login = await registered();
    const { serialNumber } = login;
    const unit = await connectUnit(gateway, login);
    await reportLocks(unit, serialNumber, "p0", 0, { 1: false, 2: false }, true);
    for (let cuts = 1; cuts <= 8; cuts += 1)
      await reportLocks(await connectUnit(gateway, login), serialNumber, `p${cuts}`, 0, { 1: true, 2: true }, true);

    const again = await connectUnit(gateway, login);
    await reportLocks(again, serialNumber, "p0", 0, { 1: false, 2: false }, true);
    expect(await doors(serialNumber)).toEqual({ 1: true, 2: true });
    await reportLocks(again, serialNumber, "p8", 1, { 2: false });
    expect(await doors(serialNumber)).toEqual({ 1: true, 2: false });
  });

  test.each([
    ["each once the one before is stored", true],
    ["all at once", false],
  ])("of a power-up that never connected is older than the present state that follows it (%s)", async (_how, waits) => {
    const login = await registered();
    const { serialNumber } = login;
    await reportLocks(await connectUnit(gateway, login), serialNumber, "b0", 5, { 1: true, 2: true }, true);
    // Two power cuts, and no network between them: locks moved meanwhile.
    const kept = (seq: number, isLocked: boolean) => reportLocks(after, serialNumber, "b1", seq, { 1: isLocked });
    const present = () => reportLocks(after, serialNumber, "b2", 0, { 1: true, 2: true }, true);
    const after = await connectUnit(gateway, login);
    const said = [() => kept(0, false), () => kept(1, true), () => kept(2, false), present];
    if (waits) for (const say of said) await say();
    else await Promise.all(said.map((say) => say()));

    expect(await doors(serialNumber)).toEqual({ 1: true, 2: true });
    await reportLocks(after, serialNumber, "b2", 1, { 2: false });
    expect(await doors(serialNumber)).toEqual({ 1: true, 2: false });

    // The PUBACKs were lost.
    const again = await connectUnit(gateway, login);
    await reportLocks(again, serialNumber, "b1", 2, { 1: false });
    await reportLocks(again, serialNumber, "b2", 0, { 1: true, 2: true }, true);
    await reportLocks(again, serialNumber, "b2", 1, { 2: false });
    expect(await doors(serialNumber)).toEqual({ 1: true, 2: false });
  });
});

describe("a board in the place of another counts its power-ups anew, and its locks are as it says", () => {
  const unitPath = "/vending-machines/registered-vending-machine";
  type Unit = Awaited<ReturnType<typeof registered>>;
  test.each<[string, (unit: Unit) => Promise<{ status: number; body: { secret: string } }>]>([
    ["New Secret", ({ _id }) => operator.post(`${unitPath}/new-secret`, { _id: `${_id}` })],
    [
      "a new registration",
      async ({ serialNumber, machine }) => {
        await operator.delete(unitPath, { serialNumber });
        const anew = { serialNumber, name: "Anew", version: "1", vendingMachine: `${machine}` };
        return operator.post("/vending-machines/register-request", anew);
      },
    ],
  ])("after %s", async (_how, renew) => {
    const unit = await registered();
    const { serialNumber } = unit;
    for (const boot of ["1", "2", "3"])
      await reportLocks(await connectUnit(gateway, unit), serialNumber, boot, 5, { 1: true, 2: true }, true);

    const { status, body } = await renew(unit);

    expect([status, await doors(serialNumber)]).toEqual([200, { 1: true, 2: true }]);
    for (const boot of ["1", "2", "3", "4"]) {
      const line = await connectUnit(gateway, { serialNumber, secret: body.secret });
      await reportLocks(line, serialNumber, boot, 0, { 1: false, 2: true }, true);
      await reportLocks(line, serialNumber, boot, 1, { 1: true, 2: false });
      expect(await doors(serialNumber)).toEqual({ 1: true, 2: false });
    }
  });
});

describe("the history of locks", () => {
  test("is there before the PUBACK: what is not stored in it is said again", async () => {
    const login = await registered();
    const { lockHistory } = gateway.stores;
    const unit = await connectUnit(gateway, login);
    const insertMany = vi.spyOn(lockHistory, "insertMany").mockRejectedValueOnce(new Error("no room"));
    const containers = [{ channel: 1, isLocked: true }];
    const message = { containers, full: true, at, boot: "b1", seq: 1 };
    unit.publish(up(login.serialNumber, "locks"), message, 1, 77);
    await unit.closed();
    insertMany.mockRestore();
    expect(unit.acknowledged()).toEqual([]);

    await sayAcknowledged(await connectUnit(gateway, login), up(login.serialNumber, "locks"), message, 78);

    expect(await history(login.serialNumber)).toHaveLength(1);
  });

  test("keeps each change with its machine, and of a full report only what changed", async () => {
    const machine = await addMachine(gateway.parts);
    const login = await addUnit(gateway.parts, machine);
    const { serialNumber } = login;
    const unit = await connectUnit(gateway, login);

    await reportLocks(unit, serialNumber, "b1", 1, { 1: true, 2: true }, true);
    await reportLocks(unit, serialNumber, "b1", 2, { 2: false });
    await reportLocks(unit, serialNumber, "b1", 3, { 1: true, 2: false, 3: true }, true);

    // Each was there before its PUBACK: nothing is waited for.
    const rows = await history(serialNumber);
    const brief = rows.map(({ seq, channel, isLocked }) => `${seq}/${channel}/${isLocked}`).sort();
    expect(brief).toEqual(["1/1/true", "1/2/true", "2/2/false", "3/3/true"]);
    expect(rows[0]).toMatchObject({ meta: { unit: serialNumber, machine: machine._id.toHexString() }, boot: "b1" });
  });
});

import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { profiled } from "#shared/runtime/testing/profiled.ts";
import { aContainer } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp, setUpEach } from "#shared/testing/set-up.ts";
import { gatewayOfTest, setUpGateway } from "../../testing/gateway-under-test.ts";
import { addContainer, addMachine } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { createReservations } from "./reservations.ts";

const product = new ObjectId();
const other = new ObjectId();
const minute = 60_000;
// Nothing lapses by itself here, so that each test sees what it does.
const gateway = setUpGateway({ standingClock: true, limits: { reservationSweepEveryMs: 3_600_000 } });
const operator = setUpOperator(gateway);
const reservations = setUp(() => createReservations(gateway.parts));
const machine = setUpEach(() => addMachine(gateway.parts));

const now = () => gateway.clock.now();
const reserve = (until = now() + 5 * minute) => reservations.reserve({ machine: machine._id, product, until });
const can = (channel: number, stockedOn: Date, more: object = {}) =>
  addContainer(gateway.parts, machine, channel, { product, isEmpty: false, stockedOn, ...more });
const stored = (_id: ObjectId) => gateway.stores.containers.findOne({ _id });

describe("reserving", () => {
  test("200 customers at once for 50 cans get exactly 50 different ones", async () => {
    await gateway.stores.containers.insertMany(
      Array.from({ length: 50 }, (_, index) => aContainer(machine, index + 1, { product, isEmpty: false })),
    );

    const answers = await Promise.all(Array.from({ length: 200 }, () => reserve()));

    const got = answers.flatMap((one) => (one ? [one] : []));
    expect(got).toHaveLength(50);
    expect(new Set(got.map(({ _id }) => `${_id}`)).size).toBe(50);
    const held = await gateway.stores.containers.find({ machine: machine._id, isReserved: true }).toArray();
    expect(held.map(({ reservation }) => `${reservation}`).sort()).toEqual(
      got.map(({ reservation }) => `${reservation}`).sort(),
    );
  });

  test("again under one name gets what is claimed, where a call that died has reserved another one", async () => {
    const reservation = new ObjectId();
    const own = { isReserved: true, reservation };
    await can(1, new Date("2026-03-01"), { ...own, reservedUntil: new Date(now() + minute) });
    const claimed = await can(2, new Date("2026-03-02"), { ...own, reservedUntil: null });

    const again = await reservations.reserve({ machine: machine._id, product, until: now() + minute, reservation });

    expect(again?._id).toEqual(claimed._id);
  });

  test("takes the can that stands there longest, of that product alone", async () => {
    await can(1, new Date("2026-03-02"));
    const oldest = await can(2, new Date("2026-03-01"));
    await can(3, new Date("2026-01-01"), { product: other });

    const until = now() + minute;

    expect(await reserve(until)).toMatchObject({
      _id: oldest._id,
      isReserved: true,
      reservedUntil: new Date(until),
      reservedAt: new Date(now()),
      rev: 0,
    });
  });

  test.each([
    ["empty", { isEmpty: true }],
    ["disabled", { isWorking: false }],
    ["reserved by an operator", { isReserved: true, reservedUntil: null }],
    ["reserved by a customer", { isReserved: true, reservedUntil: new Date(Date.now() + 3_600_000) }],
  ])("never takes one that is %s", async (_state, fields) => {
    await can(1, new Date(), fields);

    expect(await reserve()).toBeNull();
  });

  test("takes one whose customer let it lapse, though nobody has cleared it yet", async () => {
    const one = await can(1, new Date());
    const first = await reserve(now() + minute);
    gateway.clock.advance(minute);

    const second = await reserve();

    expect(second).toMatchObject({ _id: one._id });
    expect(second?.reservation).not.toEqual(first?.reservation);
  });

  test("at a deactive machine is refused: it sells nothing", async () => {
    await can(1, new Date());
    await operator.put(`/vending-machines/${machine._id}`, { active: false });

    await expect(reserve()).rejects.toMatchObject({ code: "machine-closed" });
    expect(await gateway.stores.containers.countDocuments({ machine: machine._id, isReserved: true })).toBe(0);
  });

  test("at a machine under work is refused until the work has ended", async () => {
    await can(1, new Date());
    const until = new Date(now() + minute).toISOString();
    await operator.put(`/vending-machines/${machine._id}/work`, { until, reason: "a new lock" });

    await expect(reserve()).rejects.toMatchObject({ code: "machine-closed" });
    gateway.clock.advance(minute);
    expect(await reserve()).not.toBeNull();
  });

  test("at an unknown machine is refused", async () => {
    const unknown = { machine: new ObjectId(), product, until: now() + minute };

    await expect(reservations.reserve(unknown)).rejects.toMatchObject({ code: "machine-unknown" });
  });
});

describe("giving back", () => {
  test("frees the can for the next customer", async () => {
    const one = await can(1, new Date());
    const mine = await reserve();
    if (!mine) throw new Error("nothing was reserved");

    expect(await reservations.release(mine)).toBe(true);

    expect(await stored(one._id)).toEqual(one);
    expect(await reservations.release(mine)).toBe(false);
  });

  test("what has become somebody else's changes nothing", async () => {
    await can(1, new Date());
    const mine = await reserve(now() + minute);
    gateway.clock.advance(2 * minute);
    const theirs = await reserve();
    if (!mine || !theirs) throw new Error("nothing was reserved");

    expect(await reservations.release(mine)).toBe(false);

    expect((await stored(theirs._id))?.reservation).toEqual(theirs.reservation);
  });
});

describe("an operator", () => {
  test("sees a lapsed reservation as free, and an operator's change ends it", async () => {
    const one = await can(1, new Date());
    await reserve(now() + minute);
    gateway.clock.advance(2 * minute);

    const { status } = await operator.put(`/containers?id=${one._id}`, { isWorking: false });

    expect(status).toBe(200);
    expect(await stored(one._id)).toMatchObject({ isWorking: false, isReserved: false, reservation: null, rev: 1 });
  });

  test("cannot empty a can under a customer who has reserved it", async () => {
    const one = await can(1, new Date());
    await reserve();

    const { status } = await operator.post("/containers/remove-stock", {
      id: `${one._id}`,
      vendingMachine: `${machine._id}`,
    });

    expect(status).toBe(409);
  });

  test("who ends a customer's reservation makes its return do nothing", async () => {
    const one = await can(1, new Date());
    const theirs = await reserve();
    if (!theirs) throw new Error("nothing was reserved");
    await operator.put(`/containers?id=${one._id}`, { isReserved: false });
    await operator.put(`/containers?id=${one._id}`, { isReserved: true });

    expect(await reservations.release(theirs)).toBe(false);

    expect(await stored(one._id)).toMatchObject({ isReserved: true, reservedUntil: null });
  });
});

describe("the sweep", () => {
  test("clears what has lapsed, each once however many sweep at once, and nothing else", async () => {
    await gateway.stores.containers.deleteMany({});
    for (let channel = 1; channel <= 20; channel += 1) await can(channel, new Date());
    for (let n = 0; n < 15; n += 1) await reserve(now() + minute);
    const running = await reserve(now() + 10 * minute);
    const byOperator = await can(30, new Date(), { isReserved: true, reservedUntil: null });
    gateway.clock.advance(2 * minute);

    const cleared = await Promise.all(Array.from({ length: 5 }, () => reservations.sweep()));

    expect(cleared.reduce((sum, one) => sum + one)).toBe(15);
    const left = await gateway.stores.containers.find({ machine: machine._id, isReserved: true }).toArray();
    expect(left.map(({ _id }) => `${_id}`).sort()).toEqual([`${running?._id}`, `${byOperator._id}`].sort());
  });

  test("looks only at reservations that end, however many containers there are", async () => {
    const { db } = gateway.parts.mongo;
    const swept = await profiled(db, () => reservations.sweep(), { op: "update", "command.multi": true });
    expect(swept.map(({ planSummary }) => planSummary)).toEqual(["IXSCAN { reservedUntil: 1 }"]);
  });

  test("runs by itself, and the stock on offer follows", async () => {
    const swept = await gatewayOfTest({ standingClock: true, limits: { reservationSweepEveryMs: 50 } });
    const at = await addMachine(swept.parts);
    await addContainer(swept.parts, at, 1, { product, isEmpty: false });
    const { reserve } = createReservations(swept.parts);
    const key = swept.parts.keys.stock(`${at._id}`);
    const containers = async () => JSON.parse((await swept.parts.redis.hget(key, "stock")) ?? "{}").containers;

    await reserve({ machine: at._id, product, until: swept.clock.now() + minute });
    await eventually(async () => expect(await containers()).toEqual([]));
    swept.clock.advance(minute + 1);

    await eventually(async () => expect(await containers()).toEqual(["1"]));
    // A container whose reservation has lapsed is on offer before the reservation is cleared.
    const { containers: stored } = swept.parts.mongo.collections;
    await eventually(async () => expect(await stored.countDocuments({ isReserved: true })).toBe(0));
  });
});

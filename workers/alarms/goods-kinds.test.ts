import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aContainer, aProduct, aUser } from "#shared/runtime/testing/stored-records.ts";
import { type Heard, setUpAlarms } from "./testing/alarms.fixture.ts";

const app = setUpAlarms({ workers: 1 });
const at = (agoMs: number) => new Date(app.clock.now() - agoMs);
const minute = 60_000;

const one = () => app.plantHeard();
const states: typeof app.states = (...of) => app.states(...of);

test("a brand without a can is an alarm of an active machine until it is refilled; who has seen it is reminded", async () => {
  const { machine } = await one();
  const product = aProduct({ brand: "Cola" });
  await app.collections.products.insertOne(product);
  await app.collections.containers.insertOne(aContainer(machine, 1, { product: product._id }));
  await app.minutes(3);
  const id = machine._id.toHexString();
  expect(await states("sold-out", id)).toEqual([
    { state: "open", words: `Cola sold out at ${machine.name}`, count: 1 },
  ]);

  const of = { kind: "sold-out" as const, "subject.id": id };
  const seenAt = at(24 * 60 * minute - 90_000);
  await app.collections.alarms.updateOne(of, { $set: { seenBy: new ObjectId(), seenAt } });
  await app.minutes(1);
  expect(await app.collections.alarms.findOne(of)).toMatchObject({ seenAt });
  await app.minutes(1);
  expect(await app.collections.alarms.findOne(of)).toMatchObject({ seenBy: null, history: [{}, { step: "reminded" }] });

  await app.collections.containers.updateMany({ machine: machine._id }, { $set: { isEmpty: false } });
  await app.minutes(3);
  expect(await states("sold-out", id)).toMatchObject([{ state: "cleared" }]);
});

test("a brand of which few containers have a can runs low, until it is refilled or sold out", async () => {
  const { machine } = await one();
  const product = aProduct({ brand: "Lime" });
  await app.collections.products.insertOne(product);
  const containers = [1, 2, 3, 4, 5].map((channel) =>
    aContainer(machine, channel, { product: product._id, isEmpty: channel > 1 }),
  );
  await app.collections.containers.insertMany(containers);
  await app.minutes(3);
  const id = machine._id.toHexString();
  expect(await states("brand-low", id)).toMatchObject([{ words: `Lime runs low at ${machine.name}` }]);

  await app.collections.containers.updateMany({ machine: machine._id }, { $set: { isEmpty: true } });
  await app.minutes(3);
  expect(await states("brand-low", id)).toMatchObject([{ state: "cleared" }]);
  expect(await states("sold-out", id)).toMatchObject([{ state: "open" }]);
});

test("a machine at which nobody buys while three sales are usual is an alarm until somebody does", async () => {
  const heard = await one();
  const quiet = await one();
  const { machine } = heard;
  const user = aUser();
  const week = 7 * 24 * 60 * minute;
  const sale = (of: Heard, ago: number) => anOrder(user, of.machine, { status: "payment successful", time: at(ago) });
  await app.collections.orders.insertMany([
    ...[1, 2, 3, 4].flatMap((ago) => [1, 10, 20].map((min) => sale(heard, ago * week + min * minute))),
    ...[1, 2, 3].flatMap((ago) => [1, 10, 20].map((min) => sale(quiet, ago * week + min * minute))),
    sale(heard, 90 * minute),
  ]);
  const look = async () => {
    for (let i = 0; i < 11; i += 1) {
      await app.hear([heard, quiet]);
      await app.minutes(1);
    }
  };
  const id = machine._id.toHexString();
  await look();
  // Nobody looked before, so perhaps nothing ran.
  expect(await states("no-vends", id)).toEqual([]);
  await app.steadyFor(60 * minute);
  await look();
  expect(await states("no-vends", id)).toMatchObject([{ words: `Nobody buys at ${machine.name}` }]);
  expect(await states("no-vends", quiet.machine._id.toHexString())).toEqual([]);

  await app.collections.orders.insertOne(sale(heard, 0));
  await look();
  expect(await states("no-vends", id)).toMatchObject([{ state: "cleared" }]);
});

test("of a machine under work nobody expects a sale, nor at once after it or after it was deactive", async () => {
  const [heard, ended, again] = [await one(), await one(), await one()];
  const user = aUser();
  const week = 7 * 24 * 60 * minute;
  const sales = [1, 2, 3, 4].flatMap((ago) =>
    [10, 20, 30].flatMap((min) =>
      [heard, ended, again].map(({ machine }) =>
        anOrder(user, machine, { status: "payment successful", time: at(ago * week + min * minute) }),
      ),
    ),
  );
  await app.collections.orders.insertMany(sales);
  const work = { until: at(-13 * minute), reason: "new lock", by: new ObjectId() };
  await app.collections.machines.updateOne({ _id: heard.machine._id }, { $set: { work } });
  const early = { work: null, workEndedAt: at(0) };
  await app.collections.machines.updateOne({ _id: ended.machine._id }, { $set: early });
  await app.collections.machines.updateOne({ _id: again.machine._id }, { $set: { activeSince: at(0) } });
  await app.steadyFor(24 * 60 * minute);
  for (let i = 0; i < 24; i += 1) {
    await app.hear([heard, ended, again]);
    await app.minutes(1);
  }

  for (const { machine } of [heard, ended, again])
    expect(await states("no-vends", machine._id.toHexString())).toEqual([]);
});

test("while its unit was away nobody could buy at a machine: no sale is missed at once when it is back", async () => {
  const [back, here] = [await one(), await one()];
  const user = aUser();
  const week = 7 * 24 * 60 * minute;
  const sold = (ago: number) =>
    [back, here].map(({ machine }) => anOrder(user, machine, { status: "payment successful", time: at(ago) }));
  const usual = [1, 2, 3, 4].flatMap((ago) => [10, 20, 30].flatMap((min) => sold(ago * week + min * minute)));
  await app.collections.orders.insertMany([...usual, ...sold(150 * minute)]);
  const beats = ({ machine, serialNumber }: Heard, agos: number[]) =>
    agos.map((ago) => ({
      meta: { unit: serialNumber, machine: machine._id.toHexString() },
      receivedAt: at(ago * minute),
      at: at(ago * minute),
      strength: null,
      version: "1",
      uptime: null,
    }));
  const minutes = Array.from({ length: 180 }, (_, ago) => ago);
  const away = minutes.filter((ago) => ago < 5 || ago > 120);
  // Kept as rarely as a healthy unit's heartbeats may be, at a machine that is offline the soonest.
  const rarely = Array.from({ length: 90 }, (_, n) => (n * 121) / 60);
  await app.collections.machines.updateOne({ _id: here.machine._id }, { $set: { offlineAfterMinutes: 2 } });
  await app.collections.liveHistory.insertMany([...beats(here, rarely), ...beats(back, away)]);
  await app.steadyFor(24 * 60 * minute);
  for (let i = 0; i < 12; i += 1) {
    await app.hear([back, here]);
    await app.minutes(1);
  }

  expect(await states("no-vends", here.machine._id.toHexString())).toMatchObject([{ state: "open" }]);
  expect(await states("no-vends", back.machine._id.toHexString())).toEqual([]);
});

test("of a machine that is closed, or has just opened, nobody expects a sale, whatever was usual before it had these hours", async () => {
  const [closed, opened, always] = [await one(), await one(), await one()];
  const all = [closed, opened, always];
  const user = aUser();
  const week = 7 * 24 * 60 * minute;
  const sales = [1, 2, 3, 4].flatMap((ago) =>
    [10, 20, 30].flatMap((min) =>
      all.map(({ machine }) =>
        anOrder(user, machine, { status: "payment successful", time: at(ago * week + min * minute) }),
      ),
    ),
  );
  await app.collections.orders.insertMany(sales);
  const time = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Kolkata", hour: "2-digit", minute: "2-digit" });
  const open = (from: number, until: number) => ({
    from: time.format(at(-from * minute)),
    until: time.format(at(-until * minute)),
  });
  await app.collections.machines.updateOne({ _id: closed.machine._id }, { $set: { hours: open(-600, -5) } });
  await app.collections.machines.updateOne({ _id: opened.machine._id }, { $set: { hours: open(-5, 600) } });
  await app.steadyFor(24 * 60 * minute);
  for (let i = 0; i < 12; i += 1) {
    await app.hear(all);
    await app.minutes(1);
  }

  expect(await states("no-vends", always.machine._id.toHexString())).toMatchObject([{ state: "open" }]);
  for (const { machine } of [closed, opened]) expect(await states("no-vends", machine._id.toHexString())).toEqual([]);
});

test("a machine that is open for eight hours a day is expected to sell as well, where three sales were usual of that time", async () => {
  const [dead, justOpened] = [await one(), await one()];
  const user = aUser();
  const week = 7 * 24 * 60 * minute;
  const sales = [1, 2, 3, 4].flatMap((ago) =>
    // The last sale is older than these hours.
    [10, 200, 300, 400].flatMap((min) =>
      [dead, justOpened].map(({ machine }) =>
        anOrder(user, machine, { status: "payment successful", time: at(ago * week + min * minute) }),
      ),
    ),
  );
  await app.collections.orders.insertMany(sales);
  const time = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Kolkata", hour: "2-digit", minute: "2-digit" });
  for (const [{ machine }, openMinutes] of [
    [dead, 360],
    [justOpened, 270],
  ] as const) {
    const hours = { from: time.format(at(openMinutes * minute)), until: time.format(at(-60 * minute)) };
    await app.collections.machines.updateOne({ _id: machine._id }, { $set: { hours } });
  }
  await app.steadyFor(24 * 60 * minute);
  for (let i = 0; i < 12; i += 1) {
    await app.hear([dead, justOpened]);
    await app.minutes(1);
  }

  expect(await states("no-vends", dead.machine._id.toHexString())).toMatchObject([{ state: "open" }]);
  expect(await states("no-vends", justOpened.machine._id.toHexString())).toEqual([]);
});

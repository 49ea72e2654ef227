import { ObjectId, type ResumeToken } from "mongodb";
import { expect, type Mock, test, vi } from "vitest";
import type { CollectionName } from "#shared/runtime/collections.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { aMachine, aProfile, aUnit } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { createMetrics } from "../http/metrics.ts";
import { defaultLimits } from "../limits.ts";
import type { Change } from "../parts.ts";
import { createChangeFeed, pauseMs } from "./change-stream.ts";

const log = createLogger("gateway", "silent");

const mongo = setUpDatabase();

const machine = () => aMachine({ vendingMachineId: `VM-${new ObjectId().toHexString()}` });
const openFeed = (said: Partial<typeof log> = {}, limits: Partial<typeof defaultLimits> = {}) =>
  createChangeFeed({
    mongo,
    log: Object.assign(Object.create(log), said),
    metrics: createMetrics(),
    limits: { ...defaultLimits, ...limits },
  });

test("what a majority does not have yet when the feed starts is loaded or published, whatever comes first", async () => {
  const { machines } = mongo.collections;
  for (let round = 0; round < 10; round += 1) {
    const feed = openFeed();
    const published = new Set<string>();
    feed.on("machines", ({ id }) => {
      published.add(id.toHexString());
    });
    // In a set of one member the journal is the majority: the primary sees such writes up to 100 ms before.
    const unsettled = [machine(), machine(), machine()];
    for (const one of unsettled) await machines.insertOne(one, { writeConcern: { w: 1, journal: false } });
    await feed.start();
    const { found } = await mongo.readAsOf((session) => machines.find({}, { session }).toArray());
    await feed.follow();
    const marker = machine();
    await machines.insertOne(marker);
    await eventually(() => expect(published).toContain(marker._id.toHexString()));
    await feed.stop();

    const loaded = new Set(found.map(({ _id }) => _id.toHexString()));
    const missed = unsettled.filter(({ _id }) => !loaded.has(_id.toHexString()) && !published.has(_id.toHexString()));
    expect({ round, missed: missed.length }).toEqual({ round, missed: 0 });
  }
});

test("what is written between the start and the following is published, and only what somebody listens to is followed", async () => {
  const watch = vi.spyOn(mongo.db, "watch");
  const feed = openFeed();
  await feed.start();
  const [early, late] = [machine(), machine()];
  await mongo.collections.machines.insertOne(early);
  const published: Change["id"][] = [];
  feed.on("machines", ({ id }) => {
    published.push(id);
  });
  await feed.follow();
  await mongo.collections.productProfiles.insertOne(aProfile());
  await mongo.collections.machines.insertOne(late);

  await eventually(() => expect(published).toEqual([early._id, late._id]));
  await feed.stop();
  const followed = JSON.stringify(watch.mock.calls[0]?.[0]);
  const unheard: CollectionName[] = ["productProfiles", "containers", "sessionRows"];
  expect(followed).toContain('"ns.coll":{"$in":["machines"]}');
  expect(unheard.filter((name) => followed.includes(name))).toEqual([]);
  watch.mockRestore();
});

test("an update that only removes something that screens show is published, one that removes what they do not is not", async () => {
  const { sessionRows, doors } = mongo.collections;
  const hidden = { _id: new ObjectId(), toApply: true, deadlineAt: new Date() };
  const shown = { _id: new ObjectId(), reason: "No answer", toApply: true };
  const door = { _id: "CU-9/1", serialNumber: "CU-9", channel: 1, isLocked: true };
  await sessionRows.insertMany([hidden, shown] as never[]);
  await doors.insertOne(door as never);
  const feed = openFeed();
  const published: unknown[] = [];
  for (const name of ["sessionRows", "doors", "machines"] as const) feed.on(name, ({ id }) => void published.push(id));
  await feed.start();
  await feed.follow();

  await sessionRows.updateOne({ _id: hidden._id }, { $unset: { toApply: true, deadlineAt: true } });
  await sessionRows.updateOne({ _id: shown._id }, { $unset: { reason: true } });
  await doors.updateOne({ _id: door._id }, { $unset: { channel: true } });
  await doors.updateOne({ _id: door._id }, { $unset: { isLocked: true } });
  const marker = machine();
  await mongo.collections.machines.insertOne(marker);

  await eventually(() => expect(published).toContainEqual(marker._id));
  expect(published).toEqual([shown._id, door._id, marker._id]);
  await feed.stop();
});

test("a stream that cannot be read is retried ever more seldom", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 80].map(pauseMs)).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000]);
});

test("while a stream is refused each try says why in the same words, and afterwards it goes on where it was", async () => {
  const warn = vi.fn();
  const feed = openFeed({ warn });
  const [published, onGap]: [Change["id"][], Mock<() => void>] = [[], vi.fn()];
  feed.on("machines", ({ id }) => void published.push(id));
  feed.onGap(onGap);
  await feed.start();
  const { watch } = mongo.db;
  const refused = vi.spyOn(mongo.db, "watch").mockImplementation(() => watch.call(mongo.db, [{ $match: { $no: 1 } }]));
  await feed.follow();
  const meanwhile = machine();
  await mongo.collections.machines.insertOne(meanwhile);
  await eventually(() => expect(refused.mock.calls.length).toBeGreaterThan(3));

  refused.mockRestore();

  await eventually(() => expect(published).toEqual([meanwhile._id]));
  expect(warn.mock.calls[0]).toEqual([{ err: expect.any(Error) }, expect.stringContaining("broke")]);
  expect(new Set(warn.mock.calls.map(([, words]) => words)).size).toBe(1);
  expect(onGap).not.toHaveBeenCalled();
  await feed.stop();
});

/** A token that MongoDB refuses with 260: that of a stream that ended with its collection. */
const endedToken = async () => {
  const gone = mongo.db.collection("gone");
  const stream = gone.watch();
  await stream.tryNext();
  await gone.insertOne({});
  await gone.drop();
  for (;;) {
    const { operationType, _id } = await stream.next();
    if (operationType !== "invalidate") continue;
    await stream.close();
    return _id;
  }
};
/** And with 280: of a moment that its history does not reach back to. */
const pastToken = async () => {
  const stream = mongo.db.watch();
  await stream.tryNext();
  await mongo.collections.machines.insertOne(machine());
  const { _data } = (await stream.next())._id as { _data: string };
  await stream.close();
  return { _data: `8200000001${_data.slice(10)}` };
};

/** The next stream begins after this token, which MongoDB refuses. */
const resumeOnceAfter = (token: ResumeToken) => {
  const { watch } = mongo.db;
  return vi
    .spyOn(mongo.db, "watch")
    .mockImplementationOnce((pipeline) => watch.call(mongo.db, pipeline, { resumeAfter: token }));
};

test.each([
  ["that ended its stream", endedToken],
  ["of the past", pastToken],
])("with a resume token %s history is lost: pages load again and the stream goes on", async (_, tokenOf) => {
  const token = await tokenOf();
  const feed = openFeed();
  const [published, onGap]: [Change["id"][], Mock<() => void>] = [[], vi.fn()];
  feed.on("machines", ({ id }) => void published.push(id));
  feed.onGap(onGap);
  await feed.start();
  const refused = resumeOnceAfter(token);
  await feed.follow();

  await eventually(() => expect(onGap).toHaveBeenCalledTimes(1));
  const marker = machine();
  await mongo.collections.machines.insertOne(marker);

  await eventually(() => expect(published).toEqual([marker._id]));
  refused.mockRestore();
  await feed.stop();
});

test("who could not load again after lost history, as while MongoDB was away once more, is asked again, and holds up nobody", async () => {
  const token = await pastToken();
  const feed = openFeed();
  const called: string[] = [];
  feed.on("machines", () => undefined);
  feed.onGap(async () => {
    called.push("fails");
    if (called.length < 3) throw new Error("away");
  });
  feed.onGap(() => void called.push("loads"));
  await feed.start();
  const refused = resumeOnceAfter(token);
  await feed.follow();

  await eventually(() => expect(called).toEqual(["fails", "loads", "fails"]));
  refused.mockRestore();
  await feed.stop();
});

test("who takes longer to load again than the stream may be late causes no further gap", async () => {
  const streamLateMs = 2_000;
  const token = await pastToken();
  const feed = openFeed({}, { streamLateMs });
  const [published, written]: [Change["id"][], Change["id"][]] = [[], []];
  feed.on("machines", ({ id }) => void published.push(id));
  feed.onGap(async () => {
    const meanwhile = machine();
    await mongo.collections.machines.insertOne(meanwhile);
    written.push(meanwhile._id);
    await new Promise((resolve) => setTimeout(resolve, streamLateMs + 500));
  });
  await feed.start();
  const refused = resumeOnceAfter(token);
  await feed.follow();

  await eventually(() => {
    expect(written).not.toEqual([]);
    expect(published).toEqual(written.slice(0, 1));
  });
  expect(written).toHaveLength(1);
  refused.mockRestore();
  await feed.stop();
});

test("a change that is too large to be published is skipped: pages load again and the stream goes on", async () => {
  const { units } = mongo.collections;
  const feed = openFeed();
  const [published, onGap]: [Change["id"][], Mock<() => void>] = [[], vi.fn()];
  feed.on("units", ({ id }) => void published.push(id));
  feed.onGap(onGap);
  await feed.start();
  await feed.follow();
  // As it was and as it is are sent together, and are above MongoDB's 16 MB.
  const large = aUnit(null, { version: "x".repeat(9_000_000) });
  await units.insertOne(large);
  await units.updateOne({ _id: large._id }, { $inc: { rev: 1 } });

  await eventually(() => expect(onGap).toHaveBeenCalled());
  const marker = aUnit(null);
  await units.insertOne(marker);

  await eventually(() => expect(published).toContainEqual(marker._id));
  await units.deleteOne({ _id: large._id });
  await feed.stop();
});

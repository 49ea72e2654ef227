import { ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import type { Presence } from "#shared/live-status/live-status.schema.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { UnitDocument } from "#shared/registration/unit.document.server.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import { aMachine, aProfile, aUnit } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { gatewayOfTest, setUpGateway } from "../testing/gateway-under-test.ts";
import { createWatchers, setUpWatchers, type Watcher } from "../testing/watcher.ts";

let collections: Collections;

const gateway = setUpGateway({ limits: { eventsPerRoomAndSecond: 50 } });
const watchers = setUpWatchers(gateway);
beforeAll(async () => {
  collections = gateway.stores;
});

/**
 * What was written before may still be published: the last event counts. In between a late stream says "reload", and
 * a machine's stock is published a moment after the machine was added.
 */
const lastHeard = (watcher: Watcher, event: object) => {
  const inBetween = ["reload", "machine.stock.changed"];
  return eventually(() => expect(watcher.heard.findLast(({ name }) => !inBetween.includes(name))).toMatchObject(event));
};
/** Views of machines with this name, as often as they were published. */
const publishedOf = (watcher: Watcher, name: string) =>
  watcher.heard
    .flatMap(({ payload }) => (payload as { view?: { name?: string } }).view ?? [])
    .filter((view) => view.name === name);

const machine = (changes: Partial<MachineDocument> = {}) =>
  aMachine({ vendingMachineId: `VM-${new ObjectId().toHexString()}`, ...changes });
const unit = (changes: Partial<UnitDocument> = {}) => aUnit({ _id: new ObjectId(), vendingMachineId: "VM-1" }, changes);

describe("a record publishes its own events", () => {
  test("a machine changed straight in the database is published to everyone who looks at it", async () => {
    const record = machine();
    await collections.machines.insertOne(record);
    const lister = await watchers.watchAs(["machines"]);
    const reader = await watchers.watchAs([`machine/${record._id.toHexString()}`]);
    const elsewhere = await watchers.watchAs(["registration-requests"]);

    await collections.machines.updateOne(
      { _id: record._id },
      { $set: { name: "Kochi Metro North" }, $inc: { rev: 1 } },
    );

    for (const watcher of [lister, reader]) {
      await lastHeard(watcher, {
        name: "machine.changed",
        payload: {
          t: expect.stringMatching(/^[0-9a-f]{16}$/),
          view: { _id: record._id.toHexString(), name: "Kochi Metro North", rev: 1 },
        },
      });
    }
    // A late stream makes everybody load again.
    expect(elsewhere.heard.filter(({ name }) => name !== "reload")).toEqual([]);
  });

  test("a machine's view carries the names of its profile and region as they are now", async () => {
    const profile = new ObjectId();
    await collections.regions.insertOne({ _id: new ObjectId(), region: "Kochi", profiles: [profile], rev: 0 });
    await collections.productProfiles.insertOne(aProfile({ _id: profile, name: "Metro" }));
    const watcher = await watchers.watchAs(["machines"]);

    await collections.machines.insertOne(machine({ profile }));

    await lastHeard(watcher, { name: "machine.changed", payload: { view: { profileName: "Metro", region: "Kochi" } } });
  });

  test("a unit that moves is published to the machine that it leaves and to the one that it joins", async () => {
    const record = unit();
    await collections.units.insertOne(record);
    const left = await watchers.watchAs([`machine/${record.machine?.toHexString()}`]);
    const next = new ObjectId();
    const joined = await watchers.watchAs([`machine/${next.toHexString()}`]);

    await collections.units.updateOne({ _id: record._id }, { $set: { machine: next }, $inc: { rev: 1 } });

    for (const watcher of [left, joined]) {
      await lastHeard(watcher, { name: "unit.changed", payload: { view: { vendingMachine: next.toHexString() } } });
    }
  });

  test("no secret of a unit is published", async () => {
    const watcher = await watchers.watchAs(["registered-units"]);

    const secretive = unit({ secretHash: "very-secret", sealedSecret: { box: "very-secret", until: new Date() } });
    await collections.units.insertOne(secretive);

    await lastHeard(watcher, { payload: { view: { _id: secretive._id.toHexString() } } });
    expect(JSON.stringify(watcher.heard)).not.toContain("very-secret");
  });

  test("a deleted request is published as it was", async () => {
    const request = {
      _id: new ObjectId(),
      serialNumber: "SN-gone",
      version: "1",
      dateTime: new Date(),
      requestedAt: new Date(),
    };
    await collections.registrationRequests.insertOne(request);
    const watcher = await watchers.watchAs(["registration-requests"]);

    await collections.registrationRequests.deleteOne({ _id: request._id });

    await lastHeard(watcher, { name: "request.removed", payload: { view: { serialNumber: "SN-gone" } } });
  });

  test("a transaction that is rolled back publishes nothing", async () => {
    const watcher = await watchers.watchAs(["machines"]);
    await gateway.parts.mongo
      .inTransaction(async (dbSession) => {
        await collections.machines.insertOne(machine({ name: "Never" }), { session: dbSession });
        throw new Error("rolled back");
      })
      .catch(() => undefined);
    await collections.machines.insertOne(machine({ name: "After" }));

    await eventually(() => expect(publishedOf(watcher, "After")).toHaveLength(1));
    expect(publishedOf(watcher, "Never")).toEqual([]);
  });

  test("a room with too many changes a second receives some of them and then a reload", async () => {
    const watcher = await watchers.watchAs(["machines"]);

    await collections.machines.insertMany(Array.from({ length: 400 }, () => machine()));

    await eventually(() => expect(watcher.heard.at(-1)).toEqual({ name: "reload", payload: ["machines"] }));
    expect(watcher.heard.filter(({ name }) => name === "machine.changed").length).toBeLessThan(400);
  });
});

test("presence goes to the lists and to whoever looks at that unit, and not to pages that only name machines", async () => {
  const list = await watchers.watchAs(["live-status"]);
  const names = await watchers.watchAs(["machine-names"]);
  const one = await watchers.watchAs(["unit/SN-1"]);
  const presences = [
    { serialNumber: "SN-1", lastSeen: 1, strength: -60 },
    { serialNumber: "SN-2", lastSeen: 2, strength: null },
  ];

  await gateway.parts.bus.publish("presence.changed", { presences });

  const published = { name: "presence.changed", payload: presences };
  await eventually(() => expect(list.heard).toContainEqual(published));
  await eventually(() => expect(one.heard).toEqual([{ name: "presence.changed", payload: presences.slice(0, 1) }]));
  await collections.machines.insertOne(machine({ name: "Aluva East" }));
  await lastHeard(names, { name: "machine.changed", payload: { view: { name: "Aluva East" } } });
  expect(names.heard).not.toContainEqual(published);
});

test("what was heard by a Redis whose clock is behind is published as it was by MongoDB's", async () => {
  const list = await watchers.watchAs(["live-status"]);
  const behind = gateway.parts.clock.now() - 600_000;

  const presences = [{ serialNumber: "SN-3", lastSeen: behind - 1_000, strength: null }];
  await gateway.parts.bus.publish("presence.changed", { presences, now: behind });

  const seen = () =>
    list.heard.flatMap(({ name, payload }) => (name === "presence.changed" ? (payload as Presence[]) : []));
  await eventually(() => expect(seen().map(({ serialNumber }) => serialNumber)).toContain("SN-3"));
  const { lastSeen = 0 } = seen().find(({ serialNumber }) => serialNumber === "SN-3") ?? {};
  expect(Math.abs(gateway.parts.clock.now() - 1_000 - lastSeen)).toBeLessThan(2_000);
});

test("the first write after a start is published, every time", async () => {
  for (let round = 0; round < 5; round += 1) {
    const fresh = await gatewayOfTest();
    const fresher = createWatchers(fresh);
    const watcher = await fresher.watchAs(["machines"]);

    await fresh.parts.mongo.collections.machines.insertOne(machine());

    // Its Redis was empty: once it is filled, a moment after the start, pages load again.
    const published = () => watcher.heard.map(({ name }) => name).filter((name) => name !== "reload");
    await eventually(() => expect(published()).toEqual(["machine.changed"]));
    fresher.closeAll();
  }
});

test("when history is lost everybody loads again, logins that went with it end, and the stream goes on", async () => {
  const fresh = await gatewayOfTest();
  const fresher = createWatchers(fresh);
  const first = await fresher.watchAs(["machines"]);

  await fresh.parts.mongo.collections.products.drop();
  await eventually(() => expect(first.heard).toEqual([{ name: "reload", payload: [] }]));
  await fresh.parts.mongo.db.dropDatabase();
  await eventually(() => expect(first.connected).toBe(false));

  const second = await fresher.watchAs(["machines"]);
  // What is written before the stream stands again is covered by one more order to load again.
  await eventually(async () => {
    await fresh.parts.mongo.collections.machines.insertOne(machine());
    expect(second.heard.map(({ name }) => name)).toContain("machine.changed");
  });
  fresher.closeAll();
});

test("after a gap the sign-ins of all sockets are read at once: one after another they kept every page from its events", async () => {
  const fresh = await gatewayOfTest();
  const fresher = createWatchers(fresh);
  const sockets = await Promise.all(Array.from({ length: 8 }, () => fresher.watchAs(["machines"])));
  const { logins } = fresh.app;
  const read = logins.read.bind(logins);
  let [reading, most] = [0, 0];
  logins.read = async (token) => {
    reading += 1;
    most = Math.max(most, reading);
    await new Promise((resolve) => setTimeout(resolve, 200));
    reading -= 1;
    return read(token);
  };

  await fresh.parts.mongo.collections.products.drop();
  for (const { heard } of sockets) await eventually(() => expect(heard).toEqual([{ name: "reload", payload: [] }]));

  expect(most).toBe(sockets.length);
  fresher.closeAll();
});

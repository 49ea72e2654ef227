import { ObjectId } from "mongodb";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { ClientEvents, JoinReply, ServerEvents } from "#shared/events/news.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import { type GatewayUnderTest, startGatewayUnderTest } from "../testing/gateway-under-test.ts";

type Watcher = Socket<ServerEvents, ClientEvents> & { heard: { name: string; payload: unknown }[] };

let gateway: GatewayUnderTest;
let collections: Collections;
const open: Socket[] = [];
const patience = { timeout: 5_000, interval: 10 };

beforeAll(async () => {
  gateway = await startGatewayUnderTest({ limits: { eventsPerRoomAndSecond: 50 } });
  collections = gateway.parts.mongo.collections;
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});
afterAll(() => gateway.stop());

const watch = async (token: string, rooms: string[]): Promise<Watcher> => {
  const socket = io(gateway.url, { transports: ["websocket"], auth: { token }, reconnection: false }) as Watcher;
  open.push(socket);
  socket.heard = [];
  socket.onAny((name: string, payload: unknown) => socket.heard.push({ name, payload }));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  const reply: JoinReply = await socket.emitWithAck("join", rooms);
  if (!reply.success) throw new Error(reply.error);
  return socket;
};
const watchAs = async (rooms: string[]) => watch((await gateway.signIn()).token, rooms);

const machine = (changes: object = {}) => ({
  _id: new ObjectId(),
  name: "Kochi Metro",
  vendingMachineId: `VM-${new ObjectId().toHexString()}`,
  location: "Kochi",
  active: true,
  qrCode: `${new ObjectId().toHexString()}.png`,
  profile: new ObjectId(),
  createdAt: new Date(),
  rev: 0,
  ...changes,
});
const unit = (changes: object = {}) => ({
  _id: new ObjectId(),
  serialNumber: `SN-${new ObjectId().toHexString()}`,
  name: "Unit",
  version: "1.0.0",
  registeredAt: new Date(),
  authorised: true,
  machine: new ObjectId() as ObjectId | null,
  vendingMachineId: "VM-1",
  secretHash: "hash",
  sealedSecret: null,
  rev: 0,
  ...changes,
});
describe("a record tells its own news", () => {
  test("a machine changed straight in the database is told to everyone who looks at it", async () => {
    const record = machine();
    await collections.machines.insertOne(record);
    const lister = await watchAs(["machines"]);
    const reader = await watchAs([`machine/${record._id.toHexString()}`]);
    const elsewhere = await watchAs(["registration-requests"]);

    await collections.machines.updateOne(
      { _id: record._id },
      { $set: { name: "Kochi Metro North" }, $inc: { rev: 1 } },
    );

    for (const watcher of [lister, reader]) {
      await vi.waitFor(() => expect(watcher.heard).toHaveLength(1), patience);
      expect(watcher.heard[0]).toMatchObject({
        name: "machine.changed",
        payload: {
          t: expect.stringMatching(/^[0-9a-f]{16}$/),
          view: { _id: record._id.toHexString(), name: "Kochi Metro North", rev: 1 },
        },
      });
    }
    expect(elsewhere.heard).toEqual([]);
  });

  test("a machine's view carries the names of its profile and region as they are now", async () => {
    const profile = new ObjectId();
    await collections.regions.insertOne({ _id: new ObjectId(), region: "Kochi", profiles: [profile], rev: 0 });
    await collections.productProfiles.insertOne({
      _id: profile,
      name: "Metro",
      gst: 18,
      cansLimit: 0,
      deposit: false,
      depositCount: 0,
      brands: [],
      rev: 0,
    });
    const watcher = await watchAs(["machines"]);

    await collections.machines.insertOne(machine({ profile }));

    await vi.waitFor(() => expect(watcher.heard).toHaveLength(1), patience);
    expect(watcher.heard[0]?.payload).toMatchObject({ view: { profileName: "Metro", region: "Kochi" } });
  });

  test("a unit that moves is told to the machine that it leaves and to the one that it joins", async () => {
    const record = unit();
    await collections.units.insertOne(record);
    const left = await watchAs([`machine/${record.machine?.toHexString()}`]);
    const next = new ObjectId();
    const joined = await watchAs([`machine/${next.toHexString()}`]);

    await collections.units.updateOne({ _id: record._id }, { $set: { machine: next }, $inc: { rev: 1 } });

    for (const watcher of [left, joined]) {
      await vi.waitFor(() => expect(watcher.heard.map(({ name }) => name)).toEqual(["unit.changed"]), patience);
      expect(watcher.heard[0]?.payload).toMatchObject({ view: { vendingMachine: next.toHexString() } });
    }
  });

  test("no secret of a unit is told", async () => {
    const watcher = await watchAs(["registered-units"]);

    await collections.units.insertOne(
      unit({ secretHash: "very-secret", sealedSecret: { box: "very-secret", until: new Date() } }),
    );

    await vi.waitFor(() => expect(watcher.heard).toHaveLength(1), patience);
    expect(JSON.stringify(watcher.heard)).not.toContain("very-secret");
  });

  test("a deleted request is told as it was", async () => {
    const request = {
      _id: new ObjectId(),
      serialNumber: "SN-gone",
      version: "1",
      dateTime: new Date(),
      requestedAt: new Date(),
    };
    await collections.registrationRequests.insertOne(request);
    const watcher = await watchAs(["registration-requests"]);

    await collections.registrationRequests.deleteOne({ _id: request._id });

    await vi.waitFor(() => expect(watcher.heard).toHaveLength(1), patience);
    expect(watcher.heard[0]).toMatchObject({ name: "request.removed", payload: { view: { serialNumber: "SN-gone" } } });
  });

  test("a transaction that is rolled back tells nothing", async () => {
    const watcher = await watchAs(["machines"]);
    await gateway.parts.mongo
      .inTransaction(async (session) => {
        await collections.machines.insertOne(machine({ name: "Never" }), { session });
        throw new Error("rolled back");
      })
      .catch(() => undefined);
    await collections.machines.insertOne(machine({ name: "After" }));

    await vi.waitFor(() => expect(watcher.heard).toHaveLength(1), patience);
    expect(watcher.heard[0]?.payload).toMatchObject({ view: { name: "After" } });
  });

  test("a room with too many changes a second hears some of them and then an order to load again", async () => {
    const watcher = await watchAs(["machines"]);

    await collections.machines.insertMany(Array.from({ length: 400 }, () => machine()));

    await vi.waitFor(() => expect(watcher.heard.at(-1)).toEqual({ name: "reload", payload: ["machines"] }), patience);
    expect(watcher.heard.filter(({ name }) => name === "machine.changed").length).toBeLessThan(400);
  });
});

describe("who may listen", () => {
  test.each(["", "not.a.token"])("the token %j opens no socket, and the refusal says why", async (token) => {
    await expect(watch(token, [])).rejects.toMatchObject({ data: { code: "unauthenticated" } });
  });

  test.each(["login:abc", "everything", "machine/not-an-id", "machine/../users", ""])(
    "the room %j cannot be joined",
    async (room) => {
      await expect(watchAs([room])).rejects.toThrow("No such room");
    },
  );

  const ended = (watcher: Watcher) => new Promise<string>((resolve) => watcher.once("disconnect", resolve));

  test("a login that was ended loses its socket, and only that one", async () => {
    const { token, userId } = await gateway.signIn();
    const watcher = await watch(token, ["machines"]);
    const other = await watchAs(["machines"]);
    const gone = ended(watcher);

    await collections.logins.updateMany({ user: userId }, { $set: { endedAt: new Date() } });

    expect(await gone).toBe("io server disconnect");
    expect(other.connected).toBe(true);
  });

  test.each([
    ["suspended", { $set: { suspend: true } }],
    ["made a customer", { $set: { role: "customer" as const } }],
  ])("an operator who is %s loses his sockets", async (_, change) => {
    const { token, userId } = await gateway.signIn();
    const watcher = await watch(token, ["machines"]);
    const gone = ended(watcher);

    await collections.users.updateOne({ _id: userId }, change);

    expect(await gone).toBe("io server disconnect");
  });

  test("a deleted login loses its socket", async () => {
    const { token, userId } = await gateway.signIn();
    const gone = ended(await watch(token, []));

    await collections.logins.deleteMany({ user: userId });

    expect(await gone).toBe("io server disconnect");
  });
});

test("presence goes to the lists and to whoever looks at that unit", async () => {
  const list = await watchAs(["live-status"]);
  const one = await watchAs(["unit/SN-1"]);
  const presences = [
    { serialNumber: "SN-1", lastSeen: 1, strength: -60 },
    { serialNumber: "SN-2", lastSeen: 2, strength: null },
  ];

  await gateway.parts.bus.publish("presence.changed", { presences });

  await vi.waitFor(() => expect(list.heard).toEqual([{ name: "presence.changed", payload: presences }]), patience);
  await vi.waitFor(
    () => expect(one.heard).toEqual([{ name: "presence.changed", payload: presences.slice(0, 1) }]),
    patience,
  );
});

test("the first write after a start is heard, every time", async () => {
  for (let round = 0; round < 5; round += 1) {
    const fresh = await startGatewayUnderTest();
    const { token } = await fresh.signIn();
    const socket = io(fresh.url, { transports: ["websocket"], auth: { token }, reconnection: false });
    const heard = new Promise((resolve) => socket.once("machine.changed", resolve));
    await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
    await socket.emitWithAck("join", ["machines"]);

    await fresh.parts.mongo.collections.machines.insertOne(machine());

    await heard;
    socket.close();
    await fresh.stop();
  }
});

test("when history is lost everybody loads again, logins that went with it end, and the stream goes on", async () => {
  const fresh = await startGatewayUnderTest();
  const follow = async () => {
    const { token } = await fresh.signIn();
    const socket = io(fresh.url, { transports: ["websocket"], auth: { token }, reconnection: false });
    open.push(socket);
    const heard: string[] = [];
    socket.onAny((name: string) => heard.push(name));
    await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
    await socket.emitWithAck("join", ["machines"]);
    return { socket, heard };
  };
  const first = await follow();

  await fresh.parts.mongo.collections.products.drop();
  await vi.waitFor(() => expect(first.heard).toEqual(["reload"]), patience);
  await fresh.parts.mongo.db.dropDatabase();
  await vi.waitFor(() => expect(first.socket.connected).toBe(false), patience);

  const second = await follow();
  await fresh.parts.mongo.collections.machines.insertOne(machine());
  await vi.waitFor(() => expect(second.heard).toContain("machine.changed"), patience);
  await fresh.stop();
});

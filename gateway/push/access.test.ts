import { beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { Collections } from "#shared/runtime/collections.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { defaultLimits } from "../limits.ts";
import { gatewayOfTest, setUpGateway } from "../testing/gateway-under-test.ts";
import { setUpWatchers, type Watcher } from "../testing/watcher.ts";

let collections: Collections;

const gateway = setUpGateway();
const watchers = setUpWatchers(gateway);
beforeAll(async () => {
  collections = gateway.stores;
});

describe("who may listen", () => {
  test.each(["", "not.a.token"])("the token %j opens no socket, and the refusal says why", async (token) => {
    await expect(watchers.watch(token, [])).rejects.toMatchObject({ data: { code: "unauthenticated" } });
  });

  test("a socket that never shows a token is ended", async () => {
    const impatient = await gatewayOfTest({ limits: { connectMs: 200 } });
    const silent = new WebSocket(`${impatient.url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
    await new Promise((resolve) => silent.once("close", resolve));
  });

  test.each(["login:abc", "everything", "machine/not-an-id", "machine/../users", ""])(
    "the room %j cannot be joined",
    async (room) => {
      await expect(watchers.watchAs([room])).rejects.toThrow("No such room");
    },
  );

  test("a socket is in so many rooms at most; the same ones again are no more", async () => {
    const rooms = (from: number) =>
      Array.from({ length: 50 }, (_, n) => `session/${(from + n).toString(16).padStart(24, "0")}`);
    const watcher = await watchers.watchAs([]);
    // Its own room and the two of its login stand among them.
    for (let n = 0; n + 50 + 3 <= defaultLimits.roomsPerSocket; n += 50)
      expect(await watcher.emitWithAck("join", rooms(n))).toEqual({ success: true });

    expect(await watcher.emitWithAck("join", rooms(10_000))).toEqual({ success: false, error: "Too many rooms" });
    expect(await watcher.emitWithAck("join", rooms(0))).toEqual({ success: true });
    watcher.emit("leave", rooms(0));
    expect(await watcher.emitWithAck("join", rooms(10_000))).toEqual({ success: true });
  });

  const ended = (watcher: Watcher) => new Promise<string>((resolve) => watcher.once("disconnect", resolve));

  test("a login that was ended loses its socket, and only that one", async () => {
    const { token, userId } = await gateway.signIn();
    const watcher = await watchers.watch(token, ["machines"]);
    const other = await watchers.watchAs(["machines"]);
    const gone = ended(watcher);

    await collections.logins.updateMany({ user: userId }, { $set: { endedAt: new Date() } });

    expect(await gone).toBe("io server disconnect");
    expect(other.connected).toBe(true);
  });

  test.each([
    ["suspended", { $set: { suspend: true } }],
    ["made a customer", { $set: { role: "customer" as const } }],
  ])("an operator who is %s loses their sockets", async (_, change) => {
    const { token, userId } = await gateway.signIn();
    const watcher = await watchers.watch(token, ["machines"]);
    const gone = ended(watcher);

    await collections.users.updateOne({ _id: userId }, change);

    expect(await gone).toBe("io server disconnect");
  });

  test("an operator who gets another role is told to load again, and nobody else", async () => {
    const { token, userId } = await gateway.signIn("staff");
    const watcher = await watchers.watch(token, ["machines"]);
    const other = await watchers.watchAs(["machines"]);

    await collections.users.updateOne({ _id: userId }, { $set: { role: "admin" } });

    await eventually(() => expect(watcher.heard).toContainEqual({ name: "reload", payload: [] }));
    expect(other.heard).toEqual([]);
  });

  test("a login that was not used for two hours loses its socket; one whose page is watched keeps it", async () => {
    const [idle, busy] = [await gateway.signIn(), await gateway.signIn()];
    const gone = ended(await watchers.watch(idle.token, []));
    const watched = await watchers.watch(busy.token, []);
    const justBefore = new Date(Date.now() - 2 * 3_600_000 + 3_000);
    await collections.logins.updateMany(
      { user: { $in: [idle.userId, busy.userId] } },
      { $set: { lastUsedAt: justBefore } },
    );
    // The gateway is notified of it once it would store a use anew.
    await eventually(async () => {
      watched.emit("watching");
      const login = await collections.logins.findOne({ user: busy.userId });
      expect(login?.lastUsedAt?.getTime()).toBeGreaterThan(justBefore.getTime());
    });

    expect(await gone).toBe("io server disconnect");
    expect(watched.connected).toBe(true);
  });

  test("a deleted login loses its socket", async () => {
    const { token, userId } = await gateway.signIn();
    const gone = ended(await watchers.watch(token, []));

    await collections.logins.deleteMany({ user: userId });

    expect(await gone).toBe("io server disconnect");
  });
});

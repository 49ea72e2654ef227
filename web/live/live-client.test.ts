import { beforeEach, expect, test, vi } from "vitest";
import type { Room } from "#shared/events/rooms.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { createLiveClient } from "./live-client.ts";
import type { LiveEvent } from "./open-socket.ts";

const said: [name: string, rooms: Room[]][] = [];
let answers: (() => void)[] = [];
let publish: (event: LiveEvent) => void;
vi.mock("./open-socket.ts", () => ({
  openSocket: (_options: object, hear: (event: LiveEvent) => void) => {
    publish = hear;
    const emitWithAck = (name: string, rooms: Room[]) => {
      said.push([name, rooms]);
      return new Promise((resolve) => answers.push(() => resolve({ success: true })));
    };
    return {
      connected: true,
      connect: () => hear({ name: "connected" }),
      emit: (name: string, rooms: Room[]) => said.push([name, rooms]),
      timeout: () => ({ emitWithAck }),
    };
  },
}));

const open = async () => {
  const live = createLiveClient({ token: () => "t" });
  live.connect();
  await eventually(() => expect(live.connected()).toBe(true));
  return live;
};
const answer = () => {
  const waiting = answers;
  answers = [];
  for (const one of waiting) one();
};
/** Joins as a part of the page of its own; whether it resolved without an answer. */
const joins = async (live: Awaited<ReturnType<typeof open>>, part: object, rooms: Room[]) => {
  let isDone = false;
  const joined = live.join(part, rooms).then(() => {
    isDone = true;
  });
  await Promise.resolve();
  await Promise.resolve();
  return { joined, wasInside: isDone };
};

beforeEach(() => {
  said.length = 0;
  answers = [];
});

test("who is in a room already waits for no round trip; what is left is joined anew", async () => {
  const live = await open();
  const [list, sums] = [{}, {}];
  const first = await joins(live, list, ["orders", "users"]);
  expect(first.wasInside).toBe(false);
  answer();
  await first.joined;

  expect((await joins(live, sums, ["orders"])).wasInside).toBe(true);
  const more = await joins(live, sums, ["orders", "profiles"]);
  expect(said).toEqual([
    ["join", ["orders", "users"]],
    ["join", ["profiles"]],
  ]);
  answer();
  await more.joined;

  live.leave(list, ["orders", "users"]);
  expect(said.at(-1)).toEqual(["leave", ["users"]]);
  expect((await joins(live, list, ["users"])).wasInside).toBe(false);
});

test("a new connection is in no room", async () => {
  const live = await open();
  const { joined } = await joins(live, {}, ["orders"]);
  answer();
  await joined;

  publish({ name: "connected" });

  expect((await joins(live, {}, ["orders"])).wasInside).toBe(false);
});

test("an answer that is older than a leaving says nothing of the room", async () => {
  const live = await open();
  const part = {};
  const { joined } = await joins(live, part, ["orders"]);
  live.leave(part, ["orders"]);
  answer();
  await joined;

  expect((await joins(live, {}, ["orders"])).wasInside).toBe(false);
});

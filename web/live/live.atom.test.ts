import { expect, test, vi } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { oldPartsAtom } from "../state/connection.atoms.ts";
import { createStore } from "../state/jotai.ts";
import { playLive } from "../testing/played-live.ts";
import type { Loaded } from "./follow.ts";
import { liveAtom } from "./live.atom.ts";

test("a part of the page that could not be loaded again counts as old until it could, or until nobody looks", async () => {
  const { live, hear } = playLive();
  const is = (data: number): Loaded<number> => ({ data, asOf: "" });
  const away: Loaded<number> = { error: "The server cannot answer right now" };
  const answers = [is(1), away, is(2), away];
  const load = async (): Promise<Loaded<number>> => answers.shift() ?? away;
  const shown = liveAtom<number>({ rooms: ["profiles"], load, handlers: {} }, live);
  const store = createStore();
  const leave = store.sub(shown, () => undefined);
  await eventually(() => expect(store.get(shown)).toEqual({ state: "ready", data: 1 }));
  expect(store.get(oldPartsAtom).size).toBe(0);

  hear({ name: "reload", rooms: [] });
  await eventually(() => expect(store.get(oldPartsAtom).size).toBe(1));
  expect(store.get(shown)).toMatchObject({ state: "failed", data: 1 });
  await eventually(() => expect(store.get(shown)).toEqual({ state: "ready", data: 2 }));
  expect(store.get(oldPartsAtom).size).toBe(0);

  hear({ name: "reload", rooms: [] });
  await eventually(() => expect(store.get(oldPartsAtom).size).toBe(1));
  leave();
  expect(store.get(oldPartsAtom).size).toBe(0);
});

test("who comes back is shown nothing of before: until it is loaded again it is on its way", async () => {
  const { live } = playLive();
  const answers: Loaded<number>[] = [{ data: 1, asOf: "" }];
  const load = async (): Promise<Loaded<number>> => answers.shift() ?? new Promise(() => undefined);
  const shown = liveAtom<number>({ rooms: ["profiles"], load, handlers: {} }, live);
  const store = createStore();
  const leave = store.sub(shown, () => undefined);
  await eventually(() => expect(store.get(shown).data).toBe(1));

  leave();

  expect(store.get(shown)).toEqual({ state: "loading" });
});

test.each([
  { rooms: [], joins: 0, loads: 1 },
  { rooms: ["profiles" as const], joins: 2, loads: 2 },
])("only what is in a room joins, and begins anew with a new connection: $rooms", async ({ rooms, joins, loads }) => {
  const { live, hear } = playLive();
  const join = vi.spyOn(live, "join");
  const load = vi.fn(async (): Promise<Loaded<number>> => ({ data: 1, asOf: "" }));
  const shown = liveAtom<number>({ rooms, load, handlers: {} }, live);
  const store = createStore();
  const leave = store.sub(shown, () => undefined);
  await eventually(() => expect(store.get(shown).data).toBe(1));

  hear({ name: "connected" });

  expect(join).toHaveBeenCalledTimes(joins);
  await eventually(() => expect(load).toHaveBeenCalledTimes(loads));
  leave();
});

test.each([
  { rows: 1_001, restsMs: 500 },
  { rows: 1_000, restsMs: 0 },
])("a list of $rows rows rests $restsMs ms between two drawings", async ({ rows, restsMs }) => {
  vi.useFakeTimers();
  const { live, hear } = playLive();
  const load = async (): Promise<Loaded<number[]>> => ({ data: Array<number>(rows).fill(0), asOf: "" });
  const handlers = { "presence.changed": (data: number[]) => data.map((beats) => beats + 1) };
  const shown = liveAtom<number[]>({ rooms: ["live-status"], load, handlers }, live);
  const store = createStore();
  const leave = store.sub(shown, () => undefined);
  const beats = () => store.get(shown).data?.[0];
  // Loading is drawn with the first frame, what was loaded with the next one.
  await vi.advanceTimersByTimeAsync(40);
  expect(beats()).toBe(0);

  hear({ name: "presence.changed", presences: [] });
  hear({ name: "presence.changed", presences: [] });
  await vi.advanceTimersByTimeAsync(Math.max(0, restsMs - 45));
  expect(beats()).toBe(0);
  await vi.advanceTimersByTimeAsync(50);
  expect(beats()).toBe(2);
  leave();
});

test("what is loaded again and says the same is the very same: nothing is drawn anew", async () => {
  const { live, hear } = playLive();
  const answers = [{ brands: ["Cola"] }, { brands: ["Cola"] }, { brands: ["Cola", "Fizz"] }];
  const load = async () => ({ data: answers.shift() ?? { brands: [] }, asOf: "" });
  const shown = liveAtom<{ brands: string[] }>({ rooms: ["profiles"], load, handlers: {} }, live);
  const store = createStore();
  const draw = vi.fn();
  const leave = store.sub(shown, draw);
  await eventually(() => expect(store.get(shown).data?.brands).toEqual(["Cola"]));
  const first = store.get(shown);
  draw.mockClear();

  hear({ name: "reload", rooms: [] });
  await eventually(() => expect(answers).toHaveLength(1));
  expect(store.get(shown)).toBe(first);

  hear({ name: "reload", rooms: [] });
  await eventually(() => expect(store.get(shown).data?.brands).toEqual(["Cola", "Fizz"]));
  expect(draw).toHaveBeenCalledOnce();
  leave();
});

test("what somebody waits for is shown at once; what changes then, with the next frame", async () => {
  vi.useFakeTimers();
  const { live, hear } = playLive();
  const load = async (): Promise<Loaded<number[]>> => ({ data: [0], asOf: "" });
  const handlers = { "presence.changed": ([beats = 0]: number[]) => [beats + 1] };
  const shown = liveAtom<number[]>({ rooms: ["live-status"], load, handlers }, live);
  const store = createStore();
  const leave = store.sub(shown, () => undefined);

  await vi.advanceTimersByTimeAsync(0);
  expect(store.get(shown)).toEqual({ state: "ready", data: [0] });
  hear({ name: "presence.changed", presences: [] });
  await vi.advanceTimersByTimeAsync(0);
  expect(store.get(shown).data).toEqual([0]);
  await vi.advanceTimersByTimeAsync(40);
  expect(store.get(shown).data).toEqual([1]);
  leave();
});

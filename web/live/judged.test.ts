import { beforeEach, expect, test, vi } from "vitest";
import { atom, createStore } from "../state/jotai.ts";
import type { Load } from "../state/load.ts";
import { judgedAtom } from "./judged.ts";

interface Row {
  name: string;
  lastSeen: number;
}
const now = Date.UTC(2026, 0, 1);

beforeEach(() => {
  vi.useFakeTimers({ now });
});

const watch = (rows: Row[]) => {
  const store = createStore();
  const rowsAtom = atom<Load<Row[]>>({ state: "ready", data: rows });
  const judged = judgedAtom(rowsAtom, ({ lastSeen }) => ({ hasUnit: true, lastSeen }));
  const drawn = vi.fn();
  store.sub(judged, drawn);
  // The clock itself is set right when somebody begins to look.
  drawn.mockClear();
  return { drawn, rowsAtom, store, statuses: () => store.get(judged).data?.map(({ status }) => status) };
};

test("a tick in which nobody turns draws nothing", () => {
  const { drawn, statuses } = watch([{ name: "a", lastSeen: now }]);

  vi.advanceTimersByTime(30_000);

  expect(statuses()).toEqual(["Online"]);
  expect(drawn).not.toHaveBeenCalled();
});

test("the tick in which one turns Offline draws once, and the others keep their identity", () => {
  const { drawn, statuses } = watch([
    { name: "old", lastSeen: now - 50_000 },
    { name: "new", lastSeen: now },
  ]);

  vi.advanceTimersByTime(30_000);

  expect(statuses()).toEqual(["Offline", "Online"]);
  expect(drawn).toHaveBeenCalledTimes(1);
});

test("a machine that is heard again is Online again", () => {
  const { rowsAtom, store, statuses } = watch([{ name: "a", lastSeen: now - 90_000 }]);
  expect(statuses()).toEqual(["Offline"]);

  store.set(rowsAtom, { state: "ready", data: [{ name: "a", lastSeen: now }] });

  expect(statuses()).toEqual(["Online"]);
});

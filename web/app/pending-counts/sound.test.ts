import { beforeEach, expect, test, vi } from "vitest";

const heard = { notes: 0, state: "running" };
const param = () => ({
  setValueAtTime: vi.fn(),
  linearRampToValueAtTime: vi.fn(),
  exponentialRampToValueAtTime: vi.fn(),
});
const node = { connect: (to: object) => to };
const noteHeard = () => {
  heard.notes += 1;
};
class PretendedContext {
  currentTime = 0;
  destination = {};
  get state() {
    return heard.state;
  }
  resume = async () => undefined;
  suspend = async () => undefined;
  createGain = () => ({ ...node, gain: param() });
  createOscillator = () => ({ ...node, frequency: { value: 0 }, stop: vi.fn(), start: noteHeard });
}

beforeEach(() => {
  Object.assign(heard, { notes: 0, state: "running" });
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", PretendedContext);
});

const inTime = async <T>(work: Promise<T>): Promise<T> => {
  await vi.advanceTimersByTimeAsync(1_000);
  return work;
};

test("what comes within five seconds of a sound makes none", async () => {
  const { sound } = await import("./sound.ts");
  await inTime(sound());
  expect(heard.notes).toBe(2);
  await inTime(sound());
  expect(heard.notes).toBe(2);

  await vi.advanceTimersByTimeAsync(5_000);
  await inTime(sound());
  expect(heard.notes).toBe(4);
});

test("a tab that was not used last is silent", async () => {
  const { sound } = await import("./sound.ts");
  localStorage.setItem("tab", "another");

  await inTime(sound());

  expect(heard.notes).toBe(0);
});

test("where the browser does not let the page sound, the tone says so", async () => {
  const { playTone } = await import("./tone.ts");
  expect(await inTime(playTone())).toBe(true);

  heard.state = "suspended";
  expect(await inTime(playTone())).toBe(false);
  expect(heard.notes).toBe(2);
});

import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { noteServerTime } from "../state/server-clock.ts";
import { cutInTheMiddle } from "./Id.tsx";
import { rupeesText } from "./Money.tsx";
import { signalStrength } from "./SignalBars.tsx";
import { ago, dayOnly, dayTime, lengthOf, momentText } from "./times.ts";

const now = Date.UTC(2026, 10, 21, 12);
const second = 1000;
const day = 86_400 * second;

it.each([
  [0, "just now"],
  [8 * second, "8 s ago"],
  [59.9 * second, "59 s ago"],
  [60 * second, "1 min ago"],
  [3599 * second, "59 min ago"],
  [3600 * second, "1 h ago"],
  [day, "1 day ago"],
  [40 * day, "40 days ago"],
  [-30 * second, "just now"],
  [-300 * second, "in 5 min"],
])("%d ms ago reads %s", (past, words) => {
  expect(ago(now - past, now)).toBe(words);
});

it("a month has three letters, in September too", () => {
  const at = new Date(2026, 8, 6, 14, 5).getTime();
  expect([dayOnly(at), dayTime(at)]).toEqual(["6 Sep 2026", "6 Sep 2026, 14:05"]);
});

afterEach(() => vi.useRealTimers());
it("a moment says as much of its day as is needed", () => {
  vi.useFakeTimers({ now: new Date(2026, 8, 7, 9) });
  const moments = [new Date(2026, 8, 7, 8, 5), new Date(2026, 8, 6, 14, 5), new Date(2025, 11, 31, 14, 5)];
  expect(moments.map((at) => momentText(at.getTime()))).toEqual(["08:05", "6 Sep, 14:05", "31 Dec 2025, 14:05"]);
});

it("which day is today is the server's to say: this computer's clock may be a day behind", () => {
  const today = new Date(2026, 8, 7, 9);
  vi.useFakeTimers({ now: today.getTime() - day });
  noteServerTime(`${today.getTime()}`, Date.now());
  onTestFinished(() => noteServerTime(`${Date.now()}`, Date.now()));
  expect(momentText(new Date(2026, 8, 6, 8, 5).getTime())).toBe("6 Sep, 08:05");
  expect(momentText(new Date(2026, 8, 7, 8, 5).getTime())).toBe("08:05");
});

it.each([
  [0, "₹0.00"],
  [1234567.5, "₹12,34,567.50"],
  [-40, "-₹40.00"],
])("%d rupees read %s", (amount, text) => {
  expect(rupeesText(amount)).toBe(text);
});

it("long ids are cut in the middle, short ones stay whole", () => {
  expect(cutInTheMiddle("665f1c009a2b665f1c009a2b")).toBe("665f1c…009a2b");
  expect(cutInTheMiddle("VM-0001")).toBe("VM-0001");
});

it.each([
  [-40, 4, "strong"],
  [-60, 3, "good"],
  [-70, 2, "fair"],
  [-85, 1, "weak"],
  [-110, 1, "very weak"],
])("%d dBm fills %d bars and reads %s", (dBm, bars, word) => {
  expect(signalStrength(dBm)).toEqual({ bars, word });
});

it.each([
  [400, "0 s"],
  [45 * second, "45 s"],
  [60 * second, "1 min"],
  [750 * second, "12 min 30 s"],
  [3 * 3600 * second + 5 * 60 * second + 20 * second, "3 h 5 min"],
  [day, "1 day"],
  [2 * day + 4 * 3600 * second, "2 days 4 h"],
  [2 * day + 59 * second, "2 days"],
])("%d ms last %s", (ms, words) => {
  expect(lengthOf(ms)).toBe(words);
});

import { expect, test } from "vitest";
import { loadAgain } from "../live/follow.ts";
import { aShownAlarm } from "../testing/shown-alarm.ts";
import { afterReply, filledUp } from "./alarms.atoms.ts";

test("a reply that comes late brings back no alarm that has cleared, and no words of before", () => {
  const alarm = aShownAlarm("4 machines of Kochi offline");
  const acknowledged = { ...alarm, rev: 1, seenAt: "2026-11-24T10:05:00.000Z" };
  // The worker's own writes are no edits: they leave `rev`.
  const fewer = { ...acknowledged, words: "3 machines of Kochi offline" };

  expect(afterReply([], acknowledged)).toEqual([]);
  expect(afterReply([fewer], acknowledged)).toEqual([fewer]);
  expect(afterReply([alarm], acknowledged)).toEqual([acknowledged]);
});

test("where more alarms are open than were loaded, the next worst are loaded once some of them have cleared", () => {
  const alarms = (count: number) =>
    Array.from({ length: count }, (_, n) => aShownAlarm(`${n} machines of Kochi offline`));
  const [many, fewer] = [alarms(451), alarms(450)];

  expect([filledUp(many, true), filledUp(fewer, true)]).toEqual([many, loadAgain]);
  expect(filledUp(fewer, false)).toBe(fewer);
});

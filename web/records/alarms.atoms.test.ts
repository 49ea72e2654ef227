import { expect, test } from "vitest";
import { aShownAlarm } from "../testing/shown-alarm.ts";
import { afterReply } from "./alarms.atoms.ts";

test("a reply that comes late brings back no alarm that has cleared, and no words of before", () => {
  const alarm = aShownAlarm("4 machines of Kochi offline");
  const acknowledged = { ...alarm, rev: 1, seenAt: "2026-11-24T10:05:00.000Z" };
  // The worker's own writes are no edits: they leave `rev`.
  const fewer = { ...acknowledged, words: "3 machines of Kochi offline" };

  expect(afterReply([], acknowledged)).toEqual([]);
  expect(afterReply([fewer], acknowledged)).toEqual([fewer]);
  expect(afterReply([alarm], acknowledged)).toEqual([acknowledged]);
});

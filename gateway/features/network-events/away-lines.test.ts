import { expect, test } from "vitest";
import { type AwayLine, mostAwayLines } from "#shared/network-events/while-away.schema.ts";
import { awayLinesOf, type FoundAway } from "./away-lines.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute));
const iso = (minute: number) => at(minute).toISOString();
const now = +at(100);
const named = (name: string) => ({ _id: name.toLowerCase(), name });

const alarm = (
  from: number,
  to: number | null,
  more: Partial<FoundAway["alarms"][number]> = {},
): FoundAway["alarms"][number] => ({
  _id: `alarm ${from}`,
  subject: "lobby",
  isOutage: true,
  machine: named("Lobby"),
  words: "Lobby is offline",
  startedAt: at(from),
  clearedAt: to === null ? null : at(to),
  lastAt: at(from + 5),
  count: 1,
  ...more,
});
const outage = (more: object) => ({ kind: "outage", machine: named("Lobby"), words: "Lobby is offline", ...more });
const action = (who: string, verb: string, count: number, minute = 1, record = "r") => ({
  by: named(who),
  verb,
  count,
  at: at(minute),
  record,
});
const theft = { isOutage: false, subject: "door", words: "A door opened" };
const minutes = (count: number) => count * 60_000;

test.for<[words: string, found: Partial<FoundAway>, lines: object[]]>([
  ["nothing is no line", {}, []],
  [
    "an outage that is over lasted so long",
    { alarms: [alarm(10, 30)] },
    [outage({ at: iso(30), times: 1, lastedMs: minutes(20), isOver: true })],
  ],
  [
    "one that goes on lasts until now",
    { alarms: [alarm(10, null)] },
    [outage({ at: iso(10), times: 1, lastedMs: minutes(90), isOver: false })],
  ],
  [
    "outages of one machine are one line, over only if the last one is",
    { alarms: [alarm(10, 30, { count: 2 }), alarm(80, null), alarm(40, 50)] },
    [outage({ at: iso(80), times: 4, lastedMs: minutes(20 + 10 + 20), isOver: false })],
  ],
  [
    "another alarm says what it is, as often as it was raised",
    { alarms: [alarm(10, 20, theft), alarm(30, 40, { ...theft, count: 3 })] },
    [{ kind: "alarm", alarm: "alarm 30", words: "A door opened", at: iso(40), times: 4, isOver: true }],
  ],
  [
    "of refunds the one is named, several are counted, and none is told twice",
    { actions: [action("Anu", "transaction.refunded", 1, 5, "t1"), action("Divya", "transaction.refunded", 3, 4)] },
    [
      { kind: "refunds", by: named("Anu"), count: 1, transaction: "t1", at: iso(5) },
      { kind: "refunds", by: named("Divya"), count: 3, transaction: null, at: iso(4) },
    ],
  ],
  [
    "what an operator did most often is named, the rest counted",
    {
      actions: [
        action("Anu", "unit.registered", 1, 9),
        action("Anu", "container.stocked", 14, 3),
        action("Anu", "machine.changed", 2),
        action("Anu", "profile.changed", 1),
        action("Anu", "alarm.changed", 2),
      ],
    },
    [
      {
        kind: "actions",
        by: named("Anu"),
        at: iso(9),
        verbs: [
          { verb: "container.stocked", count: 14 },
          { verb: "alarm.changed", count: 2 },
          { verb: "machine.changed", count: 2 },
        ],
        others: 2,
      },
    ],
  ],
])("%s", ([, found, lines]) => {
  const none: FoundAway = { alarms: [], failedVends: [], actions: [] };
  expect(awayLinesOf({ ...none, ...found }, now)).toEqual({ lines, more: 0 });
});

test("what goes on is first, then what waits, what is over, refunds and the rest; the newest of each first", () => {
  const ofLine = (line: AwayLine) =>
    `${line.kind}${"isOver" in line ? (line.isOver ? " over" : " on") : ""} ${line.at.slice(14, 16)}`;
  const found = {
    alarms: [
      alarm(1, 50, { subject: "a" }),
      alarm(2, null, { subject: "b" }),
      alarm(3, null, { ...theft, subject: "c" }),
      alarm(4, null, { subject: "d" }),
      alarm(5, 40, { ...theft, subject: "e" }),
    ],
    failedVends: [{ machine: named("Lobby"), count: 2, at: at(59), transaction: "t" }],
    actions: [action("Anu", "machine.changed", 1, 58), action("Anu", "transaction.refunded", 1, 57)],
  };
  expect(awayLinesOf(found, now).lines.map(ofLine)).toEqual([
    "outage on 04",
    "outage on 02",
    "alarm on 03",
    "failed vends 59",
    "outage over 50",
    "alarm over 40",
    "refunds 57",
    "actions 58",
  ]);
});

test("what does not fit is counted", () => {
  const alarms = Array.from({ length: mostAwayLines + 31 }, (_, minute) =>
    alarm(minute, null, { subject: `${minute}` }),
  );
  const { lines, more } = awayLinesOf({ alarms, failedVends: [], actions: [] }, now);
  expect([lines.length, more]).toEqual([mostAwayLines, 31]);
});

import { type AnyBulkWriteOperation, ObjectId, type UpdateFilter } from "mongodb";
import type { AlarmDocument, AlarmNotice } from "#shared/alarms/alarm.document.server.ts";
import { mostSteps } from "#shared/alarms/alarm.rules.ts";
import type { AlarmStep } from "#shared/alarms/alarm.schema.ts";
import { kindOf } from "#shared/alarms/alarm-kinds.ts";
import type { Finding } from "./finding.ts";

type Write = AnyBulkWriteOperation<AlarmDocument>;

/** What comes back within such a time is the same alarm again, counted. */
export const againWithinMs = 15 * 60_000;

export const stepped = (at: Date, step: AlarmStep, words = "") => ({
  history: { $each: [{ at, step, by: null, words }], $slice: -mostSteps },
});
/** Nobody has seen it or put it aside. */
const untouched = { seenBy: null, seenAt: null, snoozedUntil: null };
/** Somebody has acknowledged or snoozed it. `now` in milliseconds since 1970. */
export const isTouched = ({ seenBy, snoozedUntil }: AlarmDocument, now: number): boolean =>
  seenBy !== null || (snoozedUntil !== null && snoozedUntil.getTime() > now);
export const due = (isDue: boolean, notice: AlarmNotice) => (isDue ? { due: notice } : {});

export const newAlarm = (finding: Finding, now: Date, quietUntil: Date | null): AlarmDocument => {
  const { kind, subject, words, since, machine, members = [], isOfWork = false } = finding;
  const { severity, subject: subjectKind, isEvent } = kindOf(kind);
  const isAnnounced = quietUntil === null && !isOfWork;
  return {
    _id: new ObjectId(),
    kind,
    subject: { kind: subjectKind, id: subject },
    severity,
    state: "open",
    words,
    machine: machine?._id ?? null,
    vendingMachineId: machine?.vendingMachineId ?? null,
    members,
    startedAt: new Date(since),
    raisedAt: now,
    lastAt: isEvent ? new Date(since) : now,
    count: 1,
    clearedAt: null,
    clearedBy: null,
    seenBy: null,
    seenAt: null,
    assignee: null,
    snoozedUntil: null,
    quietUntil,
    history: [{ at: now, step: "raised", by: null, words: "" }],
    isAnnounced,
    due: isAnnounced ? ["raised"] : [],
    rev: 0,
  };
};

/**
 * An alarm that cleared a short time ago is true again. It keeps who acknowledged it and to whom it is assigned. If
 * others were notified of its end, they are notified of its return once nobody works at its machine.
 */
export const raisedAgain = (
  { _id, clearedAt, isAnnounced }: AlarmDocument,
  { words, members = [] }: Finding,
  now: Date,
  quietUntil: Date | null,
): Write => {
  const isQuiet = quietUntil !== null;
  return {
    updateOne: {
      filter: { _id, state: "cleared", clearedAt },
      update: {
        $set: { state: "open", clearedAt: null, words, members, lastAt: now, quietUntil, isAnnounced: !isQuiet },
        $inc: { count: 1 },
        $push: { ...stepped(now, "repeated"), ...due(!isQuiet, isAnnounced ? "returned" : "raised") },
      } as UpdateFilter<AlarmDocument>,
    },
  };
};

export const changed = ({ _id }: AlarmDocument, { words, members = [] }: Finding, now: Date): Write => ({
  updateOne: { filter: { _id, state: "open" }, update: { $set: { words, members, lastAt: now } } },
});

/**
 * A further outage has joined the alarm: it needs an operator again, as after a reminder. While somebody works at all
 * of its machines, that waits until the work has ended.
 */
export const grown = (
  { _id, lastAt, isAnnounced }: AlarmDocument,
  { words, members = [] }: Finding,
  now: Date,
  quietUntil: Date | null,
): Write => ({
  updateOne: {
    filter: { _id, state: "open", lastAt },
    update: {
      $set: { words, members, lastAt: now, quietUntil, ...untouched },
      $inc: { count: 1, rev: 1 },
      $push: { ...stepped(now, "repeated"), ...due(isAnnounced && quietUntil === null, "reminded") },
    } as UpdateFilter<AlarmDocument>,
  },
});

/**
 * An event has happened again. Long after the last time it needs an operator again, because whoever acknowledged or
 * snoozed the alarm knew of that one only; `rev` rises, so that nobody clears it without having seen this one. An alarm
 * that was not announced, because somebody worked at the machine, is announced now.
 */
export const happenedAgain = (
  { _id, lastAt, isAnnounced, seenBy, snoozedUntil }: AlarmDocument,
  { words, since }: Finding,
  isQuiet: boolean,
): Write => {
  const isFirst = !isQuiet && !isAnnounced;
  const isLater = !isQuiet && (seenBy ?? snoozedUntil) !== null && since - lastAt.getTime() > againWithinMs;
  const isNews = isFirst || isLater;
  return {
    updateOne: {
      filter: { _id, state: "open", lastAt, seenBy, snoozedUntil },
      update: {
        $set: {
          words,
          lastAt: new Date(since),
          isAnnounced: isAnnounced || isFirst,
          ...(isNews ? untouched : {}),
        },
        $inc: { count: 1, rev: 1 },
        $push: { ...stepped(new Date(since), "repeated"), ...due(isNews, isFirst ? "raised" : "reminded") },
      } as UpdateFilter<AlarmDocument>,
    },
  };
};

export const cleared = ({ _id, lastAt, isAnnounced }: AlarmDocument, now: Date): Write => ({
  updateOne: {
    filter: { _id, state: "open", lastAt },
    update: {
      $set: { state: "cleared", clearedAt: now, clearedBy: null },
      $push: { ...stepped(now, "cleared"), ...due(isAnnounced, "cleared") },
    } as UpdateFilter<AlarmDocument>,
  },
});

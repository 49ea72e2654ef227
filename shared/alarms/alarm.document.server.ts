import type { ObjectId } from "mongodb";
import { collection } from "../runtime/collection.ts";
import type { AlarmKind, AlarmStep, Severity, SubjectKind } from "./alarm.schema.ts";

/**
 * What others are to be notified of: it was raised, is still true after it was acknowledged, has cleared, or is true
 * again soon after that, which is for webhooks alone.
 */
export type AlarmNotice = "raised" | "reminded" | "cleared" | "returned";

/** Written by the workers; by the gateway what operators make of it (who saw it, who has it, comments, clearing). */
export interface AlarmDocument {
  _id: ObjectId;
  kind: AlarmKind;
  subject: { kind: SubjectKind; id: string };
  severity: Severity;
  state: "open" | "cleared";
  words: string;
  machine: ObjectId | null;
  vendingMachineId: string | null;
  /** The machines of one outage, whose silence began about then. */
  members: { _id: ObjectId; name: string }[];
  startedAt: Date;
  raisedAt: Date;
  lastAt: Date;
  count: number;
  clearedAt: Date | null;
  clearedBy: ObjectId | null;
  seenBy: ObjectId | null;
  seenAt: Date | null;
  assignee: ObjectId | null;
  snoozedUntil: Date | null;
  quietUntil: Date | null;
  history: { at: Date; step: AlarmStep; by: ObjectId | null; words: string }[];
  /** Others were notified of it: an alarm of a machine under work is not, until the work has ended. */
  isAnnounced: boolean;
  /** Whom each rule notified last; missing where none did. */
  notified?: { rule: ObjectId; operator: ObjectId; at: Date }[];
  /** Whether webhooks got its beginning; missing before it was announced. */
  byWebhook?: boolean;
  /** What is still to be announced, in this order, at least once; missing or empty where nothing is. */
  due?: AlarmNotice[];
  rev: number;
}

/** Written by the workers: who evaluates the alarms, and when each kind was evaluated last. One document. */
export interface AlarmWatchDocument {
  _id: "alarms";
  lookedAt: Date | null;
  /** Since when there was no pause: after one, units that were not heard meanwhile get time to connect anew. */
  steadySince: Date;
  /** When each finder looked last, by its name. */
  found: Record<string, Date>;
  holder: ObjectId | null;
  heldUntil: Date | null;
}

const isOpen = { state: "open" as const };

export const alarms = {
  alarms: collection<AlarmDocument>({
    indexes: [
      {
        name: "open",
        key: { kind: 1, "subject.id": 1 },
        unique: true,
        partialFilterExpression: isOpen,
        taken: () => "This alarm is open already",
      },
      { name: "urgency", key: { severity: 1, startedAt: 1 }, partialFilterExpression: isOpen },
      { name: "ofSubject", key: { kind: 1, "subject.id": 1, lastAt: 1 } },
      {
        name: "machineRaised",
        key: { machine: 1, raisedAt: -1 },
        partialFilterExpression: { machine: { $type: "objectId" } },
      },
      { name: "cleared", key: { clearedAt: 1 }, kept: "history" },
      { name: "due", key: { "due.0": 1 }, partialFilterExpression: { "due.0": { $exists: true } } },
    ],
  }),
  alarmWatch: collection<AlarmWatchDocument>(),
};

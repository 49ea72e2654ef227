import * as z from "zod";
import { Id, Moment, Rev } from "../http/fields.ts";

/** How much an alarm matters: critical stops sales or may be a theft, a warning soon costs something. */
export const severities = ["critical", "warning", "info"] as const;
export type Severity = (typeof severities)[number];

/** What an alarm is about. `console` is the installation itself. */
export const subjectKinds = ["machine", "region", "unit", "container", "job", "report", "console"] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** What each is stands in `alarm-kinds.ts`. */
export const AlarmKind = z.enum([
  "machine-offline",
  "region-offline",
  "failed-vends",
  "payments-to-check",
  "books-drift",
  "job-failed",
  "report-failed",
  "door-open",
  "door-without-command",
  "container-failed",
  "sold-out",
  "bouncing-connection",
  "clock-offset",
  "other-key",
  "unit-waiting",
  "temperature",
  "brand-low",
  "no-vends",
  "stock-drift",
  "process-gone",
  "queue-late",
  "change-stream-late",
  "disk-full",
  "replication-late",
  "redis-full",
]);
export type AlarmKind = z.infer<typeof AlarmKind>;

const AlarmState = z.enum(["open", "cleared"]);

/** What happened to an alarm. */
export const AlarmStep = z.enum([
  "raised",
  "repeated",
  "acknowledged",
  "assigned",
  "unassigned",
  "snoozed",
  "woken",
  "commented",
  "reminded",
  "notified",
  "cleared",
]);
export type AlarmStep = z.infer<typeof AlarmStep>;

const Person = z.object({ _id: Id, name: z.string() });

/** Something that is wrong, once for its subject and kind, until it clears. */
export const Alarm = z
  .object({
    _id: Id,
    kind: AlarmKind,
    subject: z.object({ kind: z.enum(subjectKinds), id: z.string() }),
    severity: z.enum(severities),
    state: AlarmState,
    /** What is wrong, as one sentence without times. */
    words: z.string(),
    /** Whose page shows it; null where it is about no single machine. */
    machine: Id.nullable(),
    /** The business id of that machine. */
    vendingMachineId: z.string().nullable(),
    /** For an outage of several: the first 50 of the machines that are part of it. */
    members: z.array(z.object({ _id: Id, name: z.string() })),
    memberCount: z.number().int(),
    /** Since when it is true. */
    startedAt: Moment,
    raisedAt: Moment,
    /** When it was raised or repeated last. */
    lastAt: Moment,
    /** How often it was raised within a quarter of an hour of its clearing. */
    count: z.number().int(),
    clearedAt: Moment.nullable(),
    /** Null where it cleared by itself. */
    clearedBy: Person.nullable(),
    seenBy: Person.nullable(),
    seenAt: Moment.nullable(),
    assignee: Person.nullable(),
    snoozedUntil: Moment.nullable(),
    /** Its machine is under work until then: it is kept and announced to nobody. */
    quietUntil: Moment.nullable(),
    /** Whom the rules notified last, and when. */
    notified: z.array(z.object({ operator: Id, at: Moment })).optional(),
    /** The oldest first, at most the last 100. */
    history: z.array(z.object({ at: Moment, step: AlarmStep, by: Person.nullable(), words: z.string() })),
    rev: Rev,
  })
  .meta({ id: "Alarm" });
export type Alarm = z.infer<typeof Alarm>;

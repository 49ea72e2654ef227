import * as z from "zod";
import { CommandType } from "../events/machine-topics.ts";
import { Id, Moment, text } from "../http/fields.ts";
import { Telemetry } from "../machines/telemetry.schema.ts";

const sessionStatuses = ["queued", "running", "completed", "failed", "expired", "cancelled"] as const;
export const SessionStatus = z.enum(sessionStatuses);
export type SessionStatus = z.infer<typeof SessionStatus>;

/** What can be known of a row, each at most once. `restarted`: the unit has connected anew. */
const factNames = ["acknowledged", "opened", "closed", "status", "failed", "restarted"] as const;
export const FactName = z.enum(factNames);
export type FactName = z.infer<typeof FactName>;

/** How a row ended. `done` is the only good end. */
export const rowEnds = ["done", "timeout", "failed", "expired", "rejected", "cancelled"] as const;
export const RowEnd = z.enum(rowEnds);
export type RowEnd = z.infer<typeof RowEnd>;

/** What a row shows: the furthest fact while it goes on, its end where that was a bad one. */
export const RowState = z.enum([
  "queued",
  "sent",
  "acknowledged",
  "opened",
  "closed",
  "answered",
  "restarted",
  "timeout",
  "failed",
  "expired",
  "rejected",
  "cancelled",
]);
export type RowState = z.infer<typeof RowState>;

export const Fact = z.object({
  /** The gateway's time of receipt, as all limits and times shown. */
  receivedAt: Moment,
  /** The unit's own time; null for what the gateway saw itself. */
  at: Moment.nullable(),
  /** It came after its row had ended. */
  late: z.boolean(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  isLocked: z.boolean().nullable(),
});
export type Fact = z.infer<typeof Fact>;

/** One container of a session, or the only row of a ping or restart, which has no container. */
export const ResultRow = z
  .object({
    _id: Id,
    sessionId: Id,
    /** The customer's transaction, else the command's id. */
    transactionId: z.string(),
    /** The container's label at the time; empty for a ping or restart. */
    containerId: z.string(),
    container: Id.nullable(),
    channel: z.number().int().nullable(),
    vendingMachineId: z.string(),
    requestType: CommandType,
    isOpened: z.boolean(),
    isClosed: z.boolean(),
    /** The time of the latest fact. */
    datetime: Moment,
    state: RowState,
    facts: z.partialRecord(FactName, Fact),
    sentAt: Moment.nullable(),
    endedAt: Moment.nullable(),
    /** Why it ended badly, for people; the unit's code where the unit said so. */
    reason: z.string().nullable(),
    code: z.string().nullable(),
    /** Each thing that became known, in the order in which it did. */
    history: z.array(z.object({ state: RowState, at: Moment, late: z.boolean() })),
  })
  .meta({ id: "ResultRow" });
export type ResultRow = z.infer<typeof ResultRow>;

/** One operator action on one machine. */
export const Session = z
  .object({
    sessionId: Id,
    vendingMachine: Id,
    vendingMachineId: z.string(),
    type: CommandType,
    channels: z.array(z.number().int()),
    productId: Id.nullable(),
    operationType: z.string().nullable(),
    lockFailedTo: z.string().nullable(),
    startedBy: Id.nullable(),
    status: SessionStatus,
    reason: z.string().nullable(),
    createdAt: Moment,
    expiresAt: Moment,
    startedAt: Moment.nullable(),
    finishedAt: Moment.nullable(),
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof Session>;

/** A container as callers name it: its label, or its database id. A number is a label without dots: 1.10 would be 1.1. */
const NamedContainer = z
  .union([z.string(), z.number()])
  .refine((named) => typeof named === "string" || Number.isInteger(named), "a label with a dot must be text")
  .transform(String)
  .pipe(z.string().trim().min(1, "is empty").max(24, "must be a label or an id"));
const choice = text(64).nullish();

/** What every control-unit call takes. `id` is the session that lock-close-verify checks. */
export const CommandBody = z.strictObject({
  vendingMachineId: z.string().trim().min(1, "is required").max(64),
  containers: z.array(NamedContainer).max(999).nullish(),
  productId: Id.nullish(),
  id: Id.nullish(),
  operationType: choice,
  lockFailedTo: choice,
});
export type CommandBody = z.output<typeof CommandBody>;

export const lockFailures = ["Failed To Open", "Failed To Close"] as const;
export const operationTypes = ["Open Container", "Stock Update"] as const;

/** What a technician says of a test. */
export const TestingFeedback = z.strictObject({
  vendingMachineId: z.string().trim().min(1, "is required").max(64),
  id: Id,
  lockFailedTo: z.enum(lockFailures, "must be 'Failed To Open' or 'Failed To Close'"),
  operationType: z.enum(operationTypes, "must be 'Open Container' or 'Stock Update'"),
});
export type TestingFeedback = z.infer<typeof TestingFeedback>;

/** A machine as the test panel offers it. */
export const TestMachine = z
  .object({
    _id: Id,
    vendingMachineId: z.string(),
    name: z.string(),
    /** The profile's entries, but for products of type deposit. */
    brands: z.array(z.object({ brand: z.string(), product: Id })),
    /** Labels of all its containers, by channel; of the working ones in `working`. */
    containers: z.array(z.string()),
    working: z.array(z.string()),
  })
  .meta({ id: "TestMachine" });
export type TestMachine = z.infer<typeof TestMachine>;

/** One line of Ping Data: a live update (one a minute is kept), or the answer to a ping. */
export const PingRow = z
  .object({
    vendingMachineId: z.string(),
    serialNumber: z.string(),
    kind: z.enum(["live", "ping"]),
    strength: z.number().nullable(),
    version: z.string(),
    /** As the heartbeat said, or the last one before the ping; missing in what was stored before it was kept. */
    telemetry: Telemetry.optional(),
    /** Seconds; null for the answer to a ping. */
    uptime: z.number().nullable(),
    /** From the command's way out to its answer; null for a live update. */
    roundTripMs: z.number().nullable(),
    /** The gateway's time of receipt, and the unit's own. */
    datetime: Moment,
    unitTime: Moment,
  })
  .meta({ id: "PingRow" });
export type PingRow = z.infer<typeof PingRow>;

/** One line of Lock Data: a lock that changed. */
export const LockRow = z
  .object({
    vendingMachineId: z.string(),
    serialNumber: z.string(),
    /** Empty where the machine has no such container any more. */
    containerId: z.string(),
    channel: z.number().int(),
    isLocked: z.boolean(),
    /** For a lock that bounces: how often it changed before this, since its row before. */
    unlisted: z.number().int(),
    datetime: Moment,
    unitTime: Moment,
  })
  .meta({ id: "LockRow" });
export type LockRow = z.infer<typeof LockRow>;

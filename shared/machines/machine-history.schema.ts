import * as z from "zod";
import { SessionStatus } from "../control-units/control-unit.schema.ts";
import { CommandType, ProblemMessage } from "../events/machine-topics.ts";
import { Id, Moment } from "../http/fields.ts";

/** What happened at a machine, each with its moment: the latest for a `gap` is its end. */
export const HistoryEntry = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("connected"), at: Moment, serialNumber: z.string() }),
  /** `why` is the reason of the machine protocol's table, or 'left' when the unit went by itself. */
  z.object({ kind: z.literal("disconnected"), at: Moment, serialNumber: z.string(), why: z.string() }),
  /** A message was dropped: why, and which field of it was wrong, as the unit itself is told on `down/problem`. */
  z.object({ kind: z.literal("problem"), at: Moment, serialNumber: z.string(), ...ProblemMessage.shape }),
  /** Nothing was heard for longer than the limit; `to` is null while it goes on. */
  z.object({ kind: z.literal("gap"), at: Moment, from: Moment, to: Moment.nullable() }),
  z.object({
    kind: z.literal("command"),
    at: Moment,
    sessionId: Id,
    type: CommandType,
    containers: z.array(z.string()),
    status: SessionStatus,
    reason: z.string().nullable(),
    startedBy: z.string(),
  }),
  z.object({
    kind: z.literal("door"),
    at: Moment,
    serialNumber: z.string(),
    channel: z.number().int(),
    /** The container's label; empty where the machine has no such container any more. */
    containerId: z.string(),
    isLocked: z.boolean(),
    /** For a lock that bounces: how often it changed before this, since what is listed before. */
    unlisted: z.number().int(),
  }),
]);
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/**
 * Share of the time, 0 to 1, in which the machine was heard: of the window, or of the time since it was first heard where
 * that is shorter. Null for a machine that was never heard.
 */
export const Uptime = z
  .object({ sevenDays: z.number().nullable(), thirtyDays: z.number().nullable() })
  .meta({ id: "Uptime" });
export type Uptime = z.infer<typeof Uptime>;

/**
 * How a machine's time was heard, day by day of the server's calendar. `since` is when it was first heard, as far as is
 * kept: whatever lies before is not measured. `until` is when all of this was read.
 */
export const Measured = z
  .object({
    since: Moment.nullable(),
    until: Moment,
    /** The last 30 days, the oldest first and today last. */
    days: z.array(
      z.object({
        /** yyyy-mm-dd */
        day: z.string(),
        /** The share of the day that is measured, 0 to 1; of today what has passed. */
        measured: z.number(),
        /** The share of the measured time in which it was heard, 0 to 1; null where none is measured. */
        share: z.number().nullable(),
      }),
    ),
    /** Those that reach into the last 24 hours, the oldest first; `to` is null while one goes on. */
    gaps: z.array(z.object({ from: Moment, to: Moment.nullable() })),
  })
  .meta({ id: "Measured" });
export type Measured = z.infer<typeof Measured>;

/** A machine's last 24 hours: since when they are measured, null where it was never heard, and its gaps in them. */
export const LastDay = z
  .object({ _id: Id, since: Moment.nullable(), gaps: Measured.shape.gaps })
  .meta({ id: "LastDay" });
export type LastDay = z.infer<typeof LastDay>;

const historyKinds = ["connection", "gap", "command", "door", "problem"] as const;
export const HistoryKind = z.enum(historyKinds);
export type HistoryKind = z.infer<typeof HistoryKind>;

import * as z from "zod";
import { AlarmKind, severities } from "../alarms/alarm.schema.ts";
import { AuditEntry } from "../audit/audit.schema.ts";
import { Id, Moment } from "../http/fields.ts";
import { OrderStatus } from "../orders/order-status.ts";
import { CanStatus } from "../transactions/can-status.ts";
import { HistoryEntry } from "./machine-history.schema.ts";

const user = z.object({ _id: Id, name: z.string() });
/** Whose change it was, of which record, and what changed. */
const audited = { at: Moment, entry: AuditEntry };

/** What happened at a machine, its sales and changes included, each with its moment. */
export const TimelineEntry = z.discriminatedUnion("kind", [
  HistoryEntry,
  z.object({
    kind: z.literal("order"),
    at: Moment,
    order: Id,
    orderId: z.string(),
    orderStatus: OrderStatus,
    /** In rupees. */
    netAmount: z.number(),
    user,
  }),
  /** A can that was taken, with its status at present. */
  z.object({
    kind: z.literal("vend"),
    at: Moment,
    transaction: Id,
    transactionId: z.string(),
    status: CanStatus,
    brand: z.string(),
    containerId: z.string(),
    user,
  }),
  /** A change of one of its containers. */
  z.object({ kind: z.literal("stock"), ...audited }),
  /** A change of the machine or of its control unit. */
  z.object({ kind: z.literal("change"), ...audited }),
  /** When it was raised; `clearedAt` is null while it is open. */
  z.object({
    kind: z.literal("alarm"),
    at: Moment,
    alarm: Id,
    of: AlarmKind,
    severity: z.enum(severities),
    words: z.string(),
    clearedAt: Moment.nullable(),
  }),
  /** The range of one hour of UTC, in degrees Celsius; its moment is when the hour began. */
  z.object({ kind: z.literal("temperature"), at: Moment, lowest: z.number(), highest: z.number() }),
]);
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const timelineKinds = [
  "connection",
  "door",
  "command",
  "order",
  "vend",
  "stock",
  "change",
  "alarm",
  "temperature",
  "problem",
] as const;
export const TimelineKind = z.enum(timelineKinds);
export type TimelineKind = z.infer<typeof TimelineKind>;

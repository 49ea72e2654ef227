import * as z from "zod";
import { AlarmKind, severities, subjectKinds } from "../alarms/alarm.schema.ts";
import { Id, Moment } from "../http/fields.ts";
import { intakeExamples } from "../intake/intake.examples.ts";
import { OrderRecord } from "../orders/order.schema.ts";
import { Report } from "../reports/report.schema.ts";
import { IntakeTransaction } from "../transactions/transaction.schema.ts";
import type { WebhookEventType } from "./webhook.schema.ts";
import type { SubjectOfEvent } from "./webhook-requests.schema.ts";

/*
 * Every event that Cansole sends to others. `data` of orders and cans is what the intake answers of the same record,
 * with customer and machine by their ids alone: what is sent, and kept in the log of deliveries, names no person.
 */

/** An order as events carry it. */
const EventOrder = OrderRecord.omit({ steps: true, flags: true, rev: true }).meta({ id: "EventOrder" });
/** A brand of one machine, as events about its stock name it. */
const EventBrand = z
  .object({ machine: Id, vendingMachineId: z.string(), product: Id, brand: z.string() })
  .meta({ id: "EventBrand" });
/** An alarm as events carry it: nothing of who has it or what they wrote. */
const EventAlarm = z
  .object({
    _id: Id,
    kind: AlarmKind,
    severity: z.enum(severities),
    subject: z.object({ kind: z.enum(subjectKinds), id: z.string() }),
    /** What is wrong, as one sentence; it may name a machine. */
    words: z.string(),
    /** Null where it is about no single machine. */
    machine: Id.nullable(),
    vendingMachineId: z.string().nullable(),
    startedAt: Moment,
    raisedAt: Moment,
    clearedAt: Moment.nullable(),
  })
  .meta({ id: "EventAlarm" });
/** A report as events carry it: neither its rows nor its filters, which may name a customer. */
const EventReport = Report.pick({
  _id: true,
  by: true,
  reportType: true,
  list: true,
  format: true,
  rows: true,
  bytes: true,
  askedAt: true,
})
  .extend({ endedAt: Moment })
  .meta({ id: "EventReport" });
interface EventDefinition<D extends z.ZodType> {
  /** When it is sent, for the documentation. */
  when: string;
  /** What it is about: events of one subject arrive in their order. */
  subject: SubjectOfEvent;
  data: D;
  example: z.input<D>;
}
const event = <D extends z.ZodType>(definition: EventDefinition<D>): EventDefinition<D> => definition;

// Taken from the intake's own examples, without the names that events do not carry.
const anOrder = EventOrder.parse(intakeExamples.placeOrder.reply.order);
const can = IntakeTransaction.parse(intakeExamples.takeCan.reply.transaction);
const payment = "pay_9A34AbcDEfGhIj";

const orderEvents = {
  "order.paid": event({
    when: "an order is paid and its cans are credited; it is final",
    subject: "order",
    data: z.object({ order: EventOrder }),
    example: { order: { ...anOrder, orderStatus: "payment successful", paymentId: payment } },
  }),
  "order.failed": event({
    when: "the payment of an order failed; it may still be paid",
    subject: "order",
    data: z.object({ order: EventOrder }),
    example: { order: { ...anOrder, orderStatus: "payment failed", paymentId: payment } },
  }),
  "order.canceled": event({
    when: "an order is canceled, after 24 hours without payment for example; a late payment may still pay it",
    subject: "order",
    data: z.object({ order: EventOrder }),
    example: { order: { ...anOrder, orderStatus: "payment canceled" } },
  }),
} as const;

const canEvents = {
  "can.opened": event({
    when: "the container of a can was seen open: the can was taken",
    subject: "can",
    data: z.object({ transaction: IntakeTransaction }),
    example: {
      transaction: { ...can, status: "opened", containerOpen: true, containerOpenTime: can.time, isLive: true },
    },
  }),
  "can.failed": event({
    when: "an attempt to open the container of a can ended without a can; it is opened again or refunded",
    subject: "can",
    data: z.object({ transaction: IntakeTransaction }),
    example: { transaction: { ...can, isLive: false, vendingMachineMessage: "DOOR_JAMMED" } },
  }),
  "can.refunded": event({
    when: "a can that did not come out was given back to its customer",
    subject: "can",
    data: z.object({ transaction: IntakeTransaction }),
    example: { transaction: { ...can, status: "failed", isLive: false, refundedAt: can.time } },
  }),
} as const;

const brand = { machine: anOrder.vendingMachine._id, vendingMachineId: "VM-1007", product: "665f1c2ab7e1d20012ab0001" };
const machineEvents = {
  "machine.sold-out": event({
    when: "the last can of a brand that an active machine offers was taken, reserved or taken out of sale",
    subject: "machine",
    data: z.object({ stock: EventBrand }),
    example: { stock: { ...brand, brand: "Cola" } },
  }),
  "machine.available": event({
    when: "a brand that was sold out at a machine is for sale there again",
    subject: "machine",
    data: z.object({ stock: EventBrand }),
    example: { stock: { ...brand, brand: "Cola" } },
  }),
} as const;

const reportEvents = {
  "report.ready": event({
    when: "the file of a report is ready for the operator who requested it",
    subject: "report",
    data: z.object({ report: EventReport }),
    example: {
      report: {
        _id: "6741f2a0b7e1d20012ab5151",
        by: "6741f0c2b7e1d20012ab0099",
        reportType: "Order",
        list: "orders",
        format: "xlsx",
        rows: 1_204,
        bytes: 88_410,
        askedAt: "2026-11-22T09:30:00.000Z",
        endedAt: "2026-11-22T09:30:07.000Z",
      },
    },
  }),
} as const;

const alarm = {
  _id: "6741f1d7b7e1d20012ab7171",
  kind: "machine-offline" as const,
  severity: "critical" as const,
  subject: { kind: "machine" as const, id: brand.machine },
  words: "Library is offline",
  machine: brand.machine,
  vendingMachineId: brand.vendingMachineId,
  startedAt: "2026-11-22T09:25:00.000Z",
  raisedAt: "2026-11-22T09:30:00.000Z",
};
const alarmEvents = {
  "alarm.raised": event({
    when: "an alarm is raised, or is true again within 15 minutes after it cleared: then with the id that it had",
    subject: "alarm",
    data: z.object({ alarm: EventAlarm }),
    example: { alarm: { ...alarm, clearedAt: null } },
  }),
  "alarm.cleared": event({
    when: "an alarm is no longer true, or an operator says that it was dealt with",
    subject: "alarm",
    data: z.object({ alarm: EventAlarm }),
    example: { alarm: { ...alarm, clearedAt: "2026-11-22T10:02:00.000Z" } },
  }),
} as const;

/** By its type. */
export const webhookEvents = {
  ...orderEvents,
  ...canEvents,
  ...machineEvents,
  ...reportEvents,
  ...alarmEvents,
  ping: event({
    when: "an admin tests an endpoint; it is sent whatever types were chosen",
    subject: "webhook",
    data: z.object({ message: z.string() }),
    example: { message: "Cansole reaches this endpoint" },
  }),
} as const satisfies Record<WebhookEventType, unknown>;

export type WebhookData<T extends WebhookEventType> = z.input<(typeof webhookEvents)[T]["data"]>;

import * as z from "zod";
import { Id, Moment } from "../http/fields.ts";

/** A day of the calendar of TIME_ZONE, which is no moment: yyyy-mm-dd. */
const Day = z.iso.date();

/** What the paid orders of one day come to (specification: Sales of a day), in rupees. */
export const SalesRow = z
  .object({
    _id: Id,
    date: Day,
    /** Product lines less discounts, without GST. */
    sales: z.number(),
    refundableDeposit: z.number(),
    securityDeposit: z.number(),
    gst: z.object({ cgst: z.number(), sgst: z.number() }),
    orders: z.number().int(),
    /** The day is not over. */
    isOpen: z.boolean(),
    /** It has other figures than the PDF that was downloaded last. */
    changedSinceDownload: z.boolean(),
    downloadedAt: Moment.nullable(),
  })
  .meta({ id: "SalesRow" });
export type SalesRow = z.infer<typeof SalesRow>;

const Part = { sales: z.number(), cans: z.number().int() };

/** If there are more machines, those that sold most are listed. */
export const mostMachinesSummed = 2_000;

/** What the days of a range come to, by day, by brand and by machine. Days without sales stand with zeros. */
export const SalesSummary = z
  .object({
    days: z.array(z.object({ date: Day, ...Part, orders: z.number().int(), isOpen: z.boolean() })),
    /** The one that sold most first; no deposits. */
    brands: z.array(z.object({ product: Id, brand: z.string(), ...Part })),
    /** The one that sold most first. */
    machines: z.array(z.object({ _id: Id, name: z.string(), ...Part, orders: z.number().int() })),
    /** How many machines sold something, where not all of them are listed. */
    allMachines: z.number().int().optional(),
  })
  .meta({ id: "SalesSummary" });
export type SalesSummary = z.infer<typeof SalesSummary>;

/** At most this many days are summed up at once. */
export const mostDaysSummed = 366;

/** Up to today. */
export const SalesSpan = z.enum(["week", "month"]);
export type SalesSpan = z.infer<typeof SalesSpan>;

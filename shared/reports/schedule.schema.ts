import * as z from "zod";
import { Id, Moment } from "../http/fields.ts";
import { ReportedList, ReportFormat, ReportType } from "./report.schema.ts";

/** On which days of TIME_ZONE a report is made: a month that has no such day has its last one instead. */
export const Repetition = z.discriminatedUnion(
  "every",
  [
    z.strictObject({ every: z.literal("day") }),
    /** 1 is Monday, 7 Sunday. */
    z.strictObject({ every: z.literal("week"), weekday: z.number().int().min(1).max(7) }),
    z.strictObject({ every: z.literal("month"), day: z.number().int().min(1).max(31) }),
  ],
  "must be repeated each day, week or month",
);
export type Repetition = z.infer<typeof Repetition>;

/** A report that is made again and again, until its operator ends it or is no operator any more. They alone are notified of it. */
export const ReportSchedule = z
  .object({
    _id: Id,
    by: Id,
    reportType: ReportType.nullable(),
    list: ReportedList,
    /** Without days: each file has its own. */
    filters: z.record(z.string(), z.string()),
    format: ReportFormat,
    /** Whether a file covers the days since the one before; else it is the whole list as it then is. */
    byDays: z.boolean(),
    repetition: Repetition,
    nextAt: Moment,
    /** When it was last asked for by itself; null before. */
    lastAt: Moment.nullable(),
    createdAt: Moment,
  })
  .meta({ id: "ReportSchedule" });
export type ReportSchedule = z.infer<typeof ReportSchedule>;

import * as z from "zod";
import { DateBound } from "../http/date-range.ts";
import { Id, line, Moment } from "../http/fields.ts";

export const ReportType = z.enum(["Order", "Transaction"]);
export type ReportType = z.infer<typeof ReportType>;

export const ReportFormat = z.enum(["xlsx", "csv"]);
export type ReportFormat = z.infer<typeof ReportFormat>;

/** Lists that are exported as they are shown. */
export const ReportedList = z.enum([
  "orders",
  "transactions",
  "ledger",
  "transactionLedger",
  "cansInStock",
  "penalties",
  "users",
  "audit",
]);
export type ReportedList = z.infer<typeof ReportedList>;

/** `failed` says why; what was canceled or failed can be made again, as can what is done. */
export const ReportState = z.enum(["waiting", "running", "done", "failed", "canceled"]);
export type ReportState = z.infer<typeof ReportState>;

const required = { error: "is required" };
/**
 * The Downloads form: all four are required (specification: Checks of forms). The machine is one of its ids, or 'all'.
 */
export const NewReport = z.strictObject({
  vendingMachine: z.string(required).pipe(line(64)),
  startDate: DateBound,
  endDate: DateBound,
  reportType: ReportType,
  format: ReportFormat.default("xlsx"),
});
export type NewReport = z.output<typeof NewReport>;

/** A list with what its address says: the keys of its query, but for the page. */
export const NewExport = z.strictObject({
  list: ReportedList,
  filters: z.record(z.string().max(40), z.string().max(254, "must be at most 254 characters")).default({}),
  format: ReportFormat.default("xlsx"),
});
export type NewExport = z.output<typeof NewExport>;

/** A file that a worker makes for one operator, who alone may read it; endpoints of others learn only that it is ready. */
export const Report = z
  .object({
    _id: Id,
    by: Id,
    /** The type chosen on the Downloads screen; null if a list is exported as it was shown. */
    reportType: ReportType.nullable(),
    list: ReportedList,
    /** The query that found its rows. */
    filters: z.record(z.string(), z.string()),
    format: ReportFormat,
    state: ReportState,
    /** 0 to 100; 100 only once the file is there. */
    progress: z.number().int(),
    rows: z.number().int(),
    /** The size of the file. */
    bytes: z.number().int(),
    /** Why it failed, in a sentence; else empty. */
    error: z.string(),
    askedAt: Moment,
    startedAt: Moment.nullable(),
    endedAt: Moment.nullable(),
    /** When its operator saw how it ended, or took its file; null before. */
    readAt: Moment.nullable(),
    /** The repetition that asked for it; null where an operator did. */
    schedule: Id.nullable(),
  })
  .meta({ id: "Report" });
export type Report = z.infer<typeof Report>;

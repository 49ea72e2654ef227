import * as z from "zod";
import { DateBound } from "./date-range.ts";
import { line } from "./fields.ts";

/**
 * The query of a report: all three are required. `vendingMachine` is the database id, the vendingMachineId, or 'all';
 * both days are included.
 */
export const reportQuery = z.object({
  vendingMachine: z.string({ error: "is required" }).pipe(line(64)),
  startDate: DateBound,
  endDate: DateBound,
});
export type ReportQuery = z.output<typeof reportQuery>;

import * as z from "zod";
import { DateBound } from "../http/date-range.ts";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { mostDaysSummed, SalesRow, SalesSpan, SalesSummary } from "./sales.schema.ts";
import { salesList } from "./sales-list.ts";

const { get } = callsOf("sales");
const failure = "Failed to feth sales data";

export const listSales = get("/sales", {
  operationId: "listSales",
  summary: "Sales, one row a day, fifty a page",
  query: salesList.query,
  reply: pageOf("sales", SalesRow).extend({ asOf: ClusterTime }),
  notice: "Successfully fetched sales data",
  failure,
});

/** Ours: what the charts show. The last 7 or 30 days, or those from a start to an end. */
export const summarizeSales = get("/sales/summary", {
  operationId: "summarizeSales",
  summary: `Totals of some days, by day, by brand and by machine; at most ${mostDaysSummed} days`,
  query: z.object({ span: SalesSpan.optional(), startDate: DateBound.optional(), endDate: DateBound.optional() }),
  reply: z.object({ summary: SalesSummary, asOf: ClusterTime }),
  failure,
});

export const downloadSales = get("/sales/download", {
  operationId: "downloadSales",
  summary: "The PDF of a day's sales, with CGST and SGST",
  file: ["application/pdf"],
  query: z.object({ id: Id }),
  reply: z.object({}),
  failure: "Failed to download sales data",
});

/** Ours: all days of a month in one PDF, each on pages of its own. */
export const downloadSalesMonth = get("/sales/download-month", {
  operationId: "downloadSalesMonth",
  summary: "The PDF of a month's sales, day by day, with CGST and SGST",
  file: ["application/pdf"],
  query: z.object({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "must be a month as yyyy-mm") }),
  reply: z.object({}),
  failure: "Failed to download sales data",
});

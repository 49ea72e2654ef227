import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Moment } from "../http/fields.ts";
import { AtRisk, BrandAtRisk } from "./at-risk.schema.ts";

const { get } = callsOf("machines");

/** Ours. */
export const listAtRisk = get("/vending-machines/at-risk", {
  operationId: "listAtRisk",
  summary: "What offline machines usually sell in the time since they were last heard, the most first",
  reply: z.object({
    /** At most 500; a machine without sales in these hours of the last four weeks is not among them. */
    machines: z.array(AtRisk),
    until: Moment,
    asOf: ClusterTime,
  }),
  failure: "Failed to get vending machines status",
});

/** Ours. */
export const listBrandsAtRisk = get("/vending-machines/at-risk/brands", {
  operationId: "listBrandsAtRisk",
  summary: "What sold-out brands usually sell in the time since they sold out, the most first",
  reply: z.object({
    /** At most 500; a brand without sales in these hours of the last four weeks is not among them. */
    brands: z.array(BrandAtRisk),
    until: Moment,
    asOf: ClusterTime,
  }),
  failure: "Failed to get vending machines status",
});

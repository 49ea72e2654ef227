import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime } from "../http/fields.ts";
import { Drift, Reconciliation } from "./reconciliation.schema.ts";

const { get, post } = callsOf("system");

/** Ours: the latest reconciliations, and what the last one that ended found. */
export const readReconciliations = get("/reconciliation", {
  operationId: "readReconciliations",
  summary: "The latest reconciliations, and the drifts that the last one found",
  reply: z.object({
    /** The newest first. */
    reconciliations: z.array(Reconciliation),
    drifts: z.array(Drift),
    asOf: ClusterTime,
  }),
  failure: "Failed to get the reconciliation",
});

/** By an admin. */
export const startReconciliation = post("/reconciliation", {
  operationId: "startReconciliation",
  summary: "Compare all accounts with their rows now",
  adminOnly: "reconciliation",
  reply: z.object({ reconciliation: Reconciliation }),
  notice: "Reconciliation started",
  failure: "Error: Failed to start the reconciliation",
});

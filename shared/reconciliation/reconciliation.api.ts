import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime } from "../http/fields.ts";
import { Drift, Reconciliation } from "./reconciliation.schema.ts";

/** Ours: the latest reconciliations, and what the last one that ended found. */
export const readReconciliations = endpoint({
  method: "GET",
  path: "/reconciliation",
  tag: "system",
  summary: "The latest reconciliations, and the drifts that the last one found",
  access: "operator",
  reply: z.object({
    /** The newest first. */
    reconciliations: z.array(Reconciliation),
    drifts: z.array(Drift),
    asOf: ClusterTime,
  }),
  failure: "Failed to get the reconciliation",
});

/** By an admin. */
export const startReconciliation = endpoint({
  method: "POST",
  path: "/reconciliation",
  tag: "system",
  summary: "Compare all accounts with their rows now",
  access: "operator",
  reply: z.object({ reconciliation: Reconciliation }),
  notice: "Reconciliation started",
  failure: "Error: Failed to start the reconciliation",
});

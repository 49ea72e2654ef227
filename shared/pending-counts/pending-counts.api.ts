import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { PendingCounts } from "./pending-counts.schema.ts";

const { get } = callsOf("system");

/** Ours: it carries its own moment, because presence is not stored where the others are. */
export const readPendingCounts = get("/attention", {
  operationId: "readPendingCounts",
  summary: "Counts of what waits: offline machines, units, cans, payments, drifts, deletions",
  reply: z.object({ attention: PendingCounts }),
  failure: "Failed to count what waits",
});

import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { Attention } from "./attention.schema.ts";

/** Ours: it carries its own moment, because presence is not stored where the others are. */
export const readAttention = endpoint({
  method: "GET",
  path: "/attention",
  tag: "system",
  summary: "How much waits for somebody: machines that are offline, units, cans, payments, drifts, deletions",
  access: "operator",
  reply: z.object({ attention: Attention }),
  failure: "Failed to count what waits",
});

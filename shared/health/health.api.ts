import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { Moment } from "../http/fields.ts";
import { HealthLine, HealthProcess } from "./health.schema.ts";

const { get } = callsOf("system");

/** Ours. By an admin. */
export const readInstallation = get("/health/installation", {
  operationId: "readInstallation",
  summary:
    "The health of the installation: processes, stores, queues and machine messages, with the last day; admins only",
  adminOnly: "health",
  reply: z.object({
    at: Moment,
    lines: z.array(HealthLine),
    processes: z.array(HealthProcess),
  }),
  failure: "Failed to get the health of the installation",
});

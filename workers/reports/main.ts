import { constants, setPriority } from "node:os";
import { readServiceConfig } from "#shared/runtime/config.ts";
import { runService, whole, whyNotListening } from "#shared/runtime/run-service.ts";
import { startReportWorker } from "./start.ts";

runService({
  env: process.env,
  start: async (env) => {
    // Every other process goes first.
    setPriority(constants.priority.PRIORITY_LOW);
    return startReportWorker(readServiceConfig(env));
  },
  why: (error) =>
    whyNotListening(error, { ports: "REPORT_WORKERS_HEALTH_PORT", host: "HEALTH_HOST" }) ??
    `The report worker did not start: ${whole(error)}`,
});

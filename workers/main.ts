import { readServiceConfig } from "#shared/runtime/config.ts";
import { runService, whole, whyNotListening } from "#shared/runtime/run-service.ts";
import { startWorkers } from "./start.ts";

runService({
  env: process.env,
  start: async (env) => startWorkers(readServiceConfig(env)),
  why: (error) =>
    whyNotListening(error, { ports: "WORKERS_HEALTH_PORT", host: "HEALTH_HOST" }) ??
    `The workers did not start: ${whole(error)}`,
});

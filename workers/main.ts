import { readServiceConfig } from "#shared/runtime/config.ts";
import { runService, takenPort, whole } from "#shared/runtime/run-service.ts";
import { startWorkers } from "./start.ts";

runService({
  env: process.env,
  start: async (env) => startWorkers(readServiceConfig(env)),
  why: (error) => takenPort(error, "WORKERS_HEALTH_PORT") ?? `The workers did not start: ${whole(error)}`,
});

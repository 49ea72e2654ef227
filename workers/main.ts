import { readRoomConfig } from "#shared/runtime/config.ts";
import { runRoom, takenPort, whole } from "#shared/runtime/run-room.ts";
import { startWorkers } from "./start.ts";

runRoom({
  env: process.env,
  start: async (env) => startWorkers(readRoomConfig(env)),
  why: (error) => takenPort(error, "WORKERS_HEALTH_PORT") ?? `The workers did not start: ${whole(error)}`,
});

import { constants, setPriority } from "node:os";
import { readRoomConfig } from "#shared/runtime/config.ts";
import { runRoom, takenPort, whole } from "#shared/runtime/run-room.ts";
import { startReportWorker } from "./start.ts";

runRoom({
  env: process.env,
  start: async (env) => {
    // Behind everybody else.
    setPriority(constants.priority.PRIORITY_LOW);
    return startReportWorker(readRoomConfig(env));
  },
  why: (error) => takenPort(error, "REPORT_WORKERS_HEALTH_PORT") ?? `The report worker did not start: ${whole(error)}`,
});

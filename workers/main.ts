import { readRoomConfig } from "#shared/runtime/config.ts";
import { runRoom, whole } from "#shared/runtime/run-room.ts";
import { startWorkers } from "./start.ts";

runRoom({
  start: async () => startWorkers(readRoomConfig(process.env)),
  why: (error) => `The workers did not start: ${whole(error)}`,
});

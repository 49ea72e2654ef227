import { readRoomConfig } from "#shared/runtime/config.ts";
import { runRoom, takenPort, whole } from "#shared/runtime/run-room.ts";
import { startGateway } from "./start.ts";

runRoom({
  env: process.env,
  start: async (env) => startGateway(readRoomConfig(env)),
  tell: ({ url }) => ({ url }),
  why: (error) => takenPort(error, "PORT or MQTT_PORT") ?? `The gateway did not start: ${whole(error)}`,
});

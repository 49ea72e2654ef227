import { readRoomConfig } from "#shared/runtime/config.ts";
import { runRoom, takenPort, whole } from "#shared/runtime/run-room.ts";
import { startGateway } from "./start.ts";

runRoom({
  start: async () => startGateway(readRoomConfig(process.env)),
  tell: ({ url }) => ({ url }),
  why: (error) => takenPort(error, "PORT or MQTT_PORT") ?? `The gateway did not start: ${whole(error)}`,
});

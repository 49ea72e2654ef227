import { readRoomConfig } from "#shared/runtime/config.ts";
import { runRoom, whole } from "#shared/runtime/run-room.ts";
import { startGateway } from "./start.ts";

runRoom({
  start: async () => startGateway(readRoomConfig(process.env)),
  tell: ({ url }) => ({ url }),
  why: (error) => {
    const { code, port } = error as { code?: string; port?: number };
    if (code === "EADDRINUSE") return `Port ${port} is taken: set PORT or MQTT_PORT.`;
    return `The gateway did not start: ${whole(error)}`;
  },
});

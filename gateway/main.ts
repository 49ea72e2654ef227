import { readServiceConfig } from "#shared/runtime/config.ts";
import { runService, whole, whyNotListening } from "#shared/runtime/run-service.ts";
import { startGateway } from "./start.ts";

runService({
  env: process.env,
  start: async (env) => startGateway(readServiceConfig(env)),
  describe: ({ url }) => ({ url }),
  why: (error) =>
    whyNotListening(error, { ports: "PORT, MQTT_PORT or MQTT_WS_PORT", host: "HOST" }) ??
    `The gateway did not start: ${whole(error)}`,
});

import { readServiceConfig } from "#shared/runtime/config.ts";
import { runService, takenPort, whole } from "#shared/runtime/run-service.ts";
import { startGateway } from "./start.ts";

runService({
  env: process.env,
  start: async (env) => startGateway(readServiceConfig(env)),
  describe: ({ url }) => ({ url }),
  why: (error) => takenPort(error, "PORT or MQTT_PORT") ?? `The gateway did not start: ${whole(error)}`,
});

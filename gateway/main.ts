import { ConfigError, readRoomConfig } from "#shared/runtime/config.ts";
import { startGateway } from "./start.ts";

/** Reads the environment, starts, says that it is ready, stops on a signal or when its launcher is gone. */
const main = async () => {
  const gateway = await startGateway(readRoomConfig(process.env));
  const stop = () => {
    void gateway.stop().finally(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  process.on("disconnect", stop);
  if (process.connected) process.send?.({ ready: true, url: gateway.url });
  else if (process.send) stop(); // the launcher ended while we started
};

main().catch((error: unknown) => {
  const busy = (error as { code?: string; port?: number }).code === "EADDRINUSE";
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else if (busy) process.stderr.write(`Port ${(error as { port?: number }).port} is taken: set PORT or MQTT_PORT.\n`);
  else process.stderr.write(`The gateway did not start: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});

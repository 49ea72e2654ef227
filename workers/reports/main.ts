import { constants, setPriority } from "node:os";
import { ConfigError, readRoomConfig } from "#shared/runtime/config.ts";
import { startReportWorker } from "./start.ts";

/** Reads the environment, steps behind everybody else, starts, stops on a signal or when its launcher is gone. */
const main = async () => {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const reports = await startReportWorker(readRoomConfig(process.env));
  const stop = () => {
    void reports.stop().finally(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  process.on("disconnect", stop);
  if (process.connected) process.send?.({ ready: true });
  else if (process.send) stop(); // the launcher ended while we started
};

main().catch((error: unknown) => {
  const why =
    error instanceof ConfigError
      ? error.message
      : `The report worker did not start: ${error instanceof Error ? error.stack : String(error)}`;
  process.stderr.write(`${why}\n`);
  process.exit(1);
});

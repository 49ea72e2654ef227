import { readServiceConfig } from "#shared/runtime/config.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { startReportWorker } from "../start.ts";

/** A report worker that can be killed. It steps behind nobody: a busy machine would let it wait for ever. */
const worker = await startReportWorker(readServiceConfig(process.env), {
  log: createLogger("reports", "silent"),
  database: process.env.TEST_DATABASE ?? "",
  prefix: process.env.TEST_DATABASE ?? "",
});
process.on("disconnect", () => void worker.stop().finally(() => process.exit(0)));
process.send?.({ ready: true });

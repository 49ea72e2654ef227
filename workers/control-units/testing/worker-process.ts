import { readServiceConfig } from "#shared/runtime/config.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { startWorkers } from "../../start.ts";
import type { ForkedWorkers } from "./fork-workers.ts";

/** Workers in a process of their own, which a test may kill; its options come as JSON. */
const options = JSON.parse(process.argv[2] ?? "{}") as ForkedWorkers;
await startWorkers(readServiceConfig(process.env), { ...options, log: createLogger("workers", "silent") });
process.send?.("ready");
process.on("disconnect", () => process.exit(0));

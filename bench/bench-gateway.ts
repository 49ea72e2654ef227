import { join } from "node:path";
import { readRoomConfig } from "#shared/runtime/config.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { startGateway } from "../gateway/start.ts";
import type { Services } from "../scripts/services/launch.ts";

/** A gateway in this process that serves the built console. */
export const startBenchGateway = ({ mongodbUri, redisUrl }: Pick<Services, "mongodbUri" | "redisUrl">) =>
  startGateway(
    readRoomConfig({
      NODE_ENV: "test",
      MONGODB_URI: mongodbUri,
      REDIS_URL: redisUrl,
      JWT_SECRET: "a secret of the benchmark, long enough",
      PROVISIONING_KEY: "bench-provisioning",
      WEB_ROOT: join(import.meta.dirname, "../dist/web"),
    }),
    { log: createLogger("bench", "silent"), port: 0, mqttPort: 0 },
  );
export type BenchGateway = Awaited<ReturnType<typeof startBenchGateway>>;

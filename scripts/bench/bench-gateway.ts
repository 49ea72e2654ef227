import { join } from "node:path";
import { readRoomConfig } from "#shared/runtime/config.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { roomEnv } from "#shared/runtime/testing/room-env.ts";
import { until } from "#shared/testing/eventually.ts";
import { startGateway } from "../../gateway/start.ts";
import type { Services } from "../services/launch.ts";

/** A gateway in this process that serves the built console. */
export const startBenchGateway = (services: Pick<Services, "mongodbUri" | "redisUrl">) =>
  startGateway(readRoomConfig(roomEnv(services, { WEB_ROOT: join(import.meta.dirname, "../../dist/web") })), {
    log: createLogger("bench", "silent"),
    port: 0,
    mqttPort: 0,
  });
export type BenchGateway = Awaited<ReturnType<typeof startBenchGateway>>;

/** Redis holds the stock of all machines. */
export const untilStocked = ({ parts: { redis, keys } }: BenchGateway): Promise<boolean> =>
  until("the stock of all machines", async () => (await redis.exists(keys.stockLoaded)) === 1, 600_000);

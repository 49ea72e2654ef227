import type { Audience, ChangeFeed, GatewayParts } from "../../parts.ts";
import { createInventoryRepository } from "./inventory.repository.ts";
import { createRedisStock } from "./redis-stock.ts";
import { createSoldOutEvents } from "./sold-out.ts";
import { createStockKeeper } from "./stock-keeper.ts";
import { createStockReader } from "./stock-reader.ts";
import { createStockWatch } from "./stock-watch.ts";

type Parts = Pick<GatewayParts, "mongo" | "redis" | "keys" | "clock" | "log" | "metrics" | "limits">;

/** Reads a machine's stock, from Redis where it is new enough. */
export const createStock = (parts: Parts) => {
  const inventory = createInventoryRepository(parts.mongo);
  const redisStock = createRedisStock({ ...parts, redisMs: parts.limits.redisMs });
  return { inventory, redisStock, reader: createStockReader({ ...parts, inventory, redisStock }) };
};

/** Keeps the stock in Redis for as long as this gateway runs, and publishes what changed to `audience`. */
export const startStockKeeping = (
  parts: Parts & Pick<GatewayParts, "gatewayId"> & { feed: ChangeFeed; audience: Audience },
) => {
  const stock = createStock(parts);
  const keeper = createStockKeeper({ ...parts, ...stock, soldOutEvents: createSoldOutEvents({ ...parts, ...stock }) });
  const watch = createStockWatch({ ...parts, ...stock, keeper });
  watch.start();
  return {
    /** Compares all stock with the database, and repairs what has drifted. */
    check: () => watch.check(),
    /** Checks the next machines, beginning where the last slice ended. */
    checkSlice: watch.checkSlice,
    /** Redis has the stock of all machines, and this gateway computes whatever changes. */
    isCurrent: watch.isCurrent,
    stop: async (): Promise<void> => {
      watch.stop();
      await keeper.stop();
    },
  };
};

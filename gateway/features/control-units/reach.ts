import { within } from "#shared/runtime/within.ts";
import type { GatewayParts } from "../../parts.ts";

type Parts = Pick<GatewayParts, "redis" | "keys" | "limits" | "log">;

/**
 * Whether a unit is surely not connected to any gateway. A Redis that gives no answer, or was just emptied, proves
 * nothing: then it is false, and whoever sends the command finds out.
 */
export const createReach =
  ({ redis, keys, limits, log }: Parts) =>
  async (serialNumber: string): Promise<boolean> => {
    try {
      const asked = redis.mget(keys.link(serialNumber), keys.presenceLoaded);
      const [link, loaded] = await within(limits.redisMs, "Redis", asked);
      return !link && Boolean(loaded);
    } catch (error) {
      log.warn({ err: error, serialNumber }, "Redis could not say whether a unit is connected");
      return false;
    }
  };
export type SurelyOffline = ReturnType<typeof createReach>;

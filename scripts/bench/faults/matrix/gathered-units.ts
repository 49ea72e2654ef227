import { createLogger } from "#shared/runtime/logger.ts";
import { connectRedis } from "#shared/runtime/redis.ts";
import { createRedisKeys } from "#shared/runtime/redis-keys.ts";
import { pause } from "../../../simulator/pause.ts";
import type { TakenHouse } from "../taken/taken-house.ts";
import { behaviours } from "./customers.ts";

const withinMs = 60_000;

/** Every unit that ever connects stands at the first gateway, and can be told things there. */
export const gatherUnits = async ({ units, gateways, servers }: TakenHouse): Promise<void> => {
  const home = gateways[0].mqttUrl;
  const present = units.filter((_, place) => behaviours[place]?.mood !== null);
  const keys = createRedisKeys("cansole");
  const redis = connectRedis(servers.redis.url, "fast", createLogger("bench", "silent"));
  const links = present.map(({ serialNumber }) => keys.link(serialNumber));
  const areHome = async () => {
    for (const unit of present) if (![home, null].includes(unit.standsAt())) await unit.drop();
    if (present.some((unit) => unit.standsAt() !== home)) return false;
    const held = await redis.mget(links);
    return !held.includes(null) && new Set(held.map((link) => link?.split(":")[0])).size === 1;
  };
  try {
    for (const end = Date.now() + withinMs; !(await areHome().catch(() => false)); await pause(50))
      if (Date.now() > end) throw new Error("the units did not come back to their gateway");
  } finally {
    redis.disconnect();
  }
};

import { randomBytes } from "node:crypto";
import { expect, inject, onTestFinished, test } from "vitest";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { ConfigError } from "./config.ts";
import { createLogger } from "./logger.ts";
import { requireOwnRedis } from "./own-redis.ts";
import { connectRedis } from "./redis.ts";
import { keysOfTests } from "./testing/redis-of-tests.ts";

const [mine, another] = [setUpDatabase(), setUpDatabase()];

test("a Redis belongs to the installation that came first; another database's is refused until it was emptied", async () => {
  const url = inject("redisUrl");
  const redis = connectRedis(url, "fast", createLogger("gateway", "silent"));
  onTestFinished(() => redis.disconnect());
  const keys = keysOfTests(`o${randomBytes(6).toString("hex")}`);
  await requireOwnRedis({ mongo: mine, redis, keys, url });
  await requireOwnRedis({ mongo: mine, redis, keys, url });

  const refused = requireOwnRedis({ mongo: another, redis, keys, url });
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow("which a Cansole with another database uses");

  await redis.del(keys.database);
  await requireOwnRedis({ mongo: another, redis, keys, url });
});

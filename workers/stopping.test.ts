import { expect, test } from "vitest";
import { readServiceConfig } from "#shared/runtime/config.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { serviceEnv } from "#shared/runtime/testing/service-env.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { migrateForTests } from "../scripts/migrate/testing/migrate-for-tests.ts";
import { startPrivateServices } from "../scripts/testing/private-services.ts";
import { startWorkers } from "./start.ts";

const stores = setUp(startPrivateServices);

test("with Redis frozen workers stop before whatever stops them kills them", async () => {
  await migrateForTests(stores.mongodbUri);
  const config = readServiceConfig(serviceEnv(stores, {}));
  const workers = await startWorkers(config, { log: createLogger("workers", "silent"), healthPort: 0 });
  await stores.freeze("redis");
  const began = performance.now();

  await workers.stop();

  expect(performance.now() - began).toBeLessThan(25_000);
  stores.thaw();
}, 90_000);

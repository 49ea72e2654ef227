import { inject } from "vitest";
import { isClusterUrl } from "#shared/runtime/redis-address.ts";
import { type PrivateServices, startPrivateServices } from "./private-services.ts";

type SingleStores = Pick<PrivateServices, "mongodbUri" | "redisUrl" | "stop">;

/**
 * The servers of all tests where they are one of each, else a pair of its own: for tests about the connection to one
 * server, which must not learn of others.
 */
export async function startSingleStores(): Promise<SingleStores> {
  const [mongodbUri, redisUrl] = [inject("mongodbUri"), inject("redisUrl")];
  return isClusterUrl(redisUrl) ? startPrivateServices() : { mongodbUri, redisUrl, stop: async () => {} };
}

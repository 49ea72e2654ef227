import { inject } from "vitest";
import { readServiceConfig, type ServiceConfig } from "../config.ts";
import { serviceEnv } from "./service-env.ts";

/** Environment of a service that runs on the servers of the tests. */
export const testEnv = (more: Record<string, string> = {}) =>
  serviceEnv({ mongodbUri: inject("mongodbUri"), redisUrl: inject("redisUrl") }, more);

export const serviceConfig = (more?: Record<string, string>): ServiceConfig => readServiceConfig(testEnv(more));

export const provisioningKey = "test-provisioning-key";

/** Environment of a service that runs on these servers, for as long as a test or a benchmark takes. */
export const serviceEnv = <More extends Record<string, string>>(
  { mongodbUri, redisUrl }: { mongodbUri: string; redisUrl: string },
  more?: More,
) => ({
  NODE_ENV: "test",
  MONGODB_URI: mongodbUri,
  REDIS_URL: redisUrl,
  JWT_SECRET: "a secret of the tests, long enough to be one",
  PROVISIONING_KEY: provisioningKey,
  ...(more as More),
});

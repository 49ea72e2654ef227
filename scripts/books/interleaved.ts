/** `RUNS=5000 SEED=7 npx vitest run scripts/books/any-interleaving.test.ts` looks further. */
const numRuns = Number(process.env.RUNS ?? 500);
/** Another one in each run, so that all runs together look far. */
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
/** Orders of steps that are not reached in this time, in milliseconds, are left to the next run with another seed. */
export const enoughMs = process.env.RUNS ? 600_000 : 2_500;

/** How far `fc.assert` looks where each case plays steps in another order. */
export const looksFar = { numRuns, seed, interruptAfterTimeLimit: enoughMs, markInterruptAsFailure: false };

/** Services that the gateway's settings name, and that no test of interleaved functions uses. */
export const elsewhere = {
  MONGODB_URI: "mongodb://127.0.0.1/cansole",
  REDIS_URL: "redis://127.0.0.1",
  JWT_SECRET: "of nobody".repeat(4),
  PROVISIONING_KEY: "of nobody",
};

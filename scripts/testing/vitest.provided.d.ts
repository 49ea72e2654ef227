import "vitest";

declare module "vitest" {
  /** What the global set-up starts once per run; a test takes it with `inject("mongodbUri")`. */
  interface ProvidedContext {
    mongodbUri: string;
    redisUrl: string;
    /** The built product, for integration tests. */
    distDir: string;
    /** A copy of its web client. */
    webDir: string;
  }
}

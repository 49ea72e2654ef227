import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { register } from "tsx/esm/api";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/testing/longest-first.ts";

// What is set up once for a project is TypeScript that this process reads, without Vite.
register();

const everywhere = ["**/node_modules/**", "**/dist/**"];
const integration = ["scripts/integration/**/*.integration.test.ts", "scripts/**/*.e2e.test.ts"];
const tooling = [
  "scripts/docs.test.ts",
  "scripts/machine-protocol.test.ts",
  "scripts/compose.test.ts",
  "scripts/compose-cluster.test.ts",
  "scripts/kubernetes.test.ts",
  "scripts/fixed-texts.test.ts",
  "scripts/specification.test.ts",
  "scripts/check-sources.test.ts",
  "scripts/check-sources/**/*.test.ts",
  "scripts/ci/**/*.test.ts",
];
const rules = ["shared/**/*.test.ts", ...tooling];
const services = "scripts/testing/services.ts";

/** Longer than whatever a test waits for (shared/testing/eventually.ts), so that a failure shows what it waited for. */
const patient = { testTimeout: 90_000, hookTimeout: 90_000, expect: { poll: { timeout: 30_000 } } };

/** A project that has a number of its own would not listen to `--maxWorkers`. */
const workers = (number: number) =>
  process.argv.some((word) => word.startsWith("--maxWorkers")) ? {} : { maxWorkers: number };
/** Rules and screens never wait: a further worker would only load everything once more. */
const busy = { ...workers(availableParallelism()), sequence: { groupOrder: 0 } };
/** Tests that wait for servers, browsers and clocks leave the processors alone: four at once keep two of them busy. */
const waiting = { ...workers(Math.max(4, availableParallelism())), sequence: { groupOrder: 1 } };

/** Files of one worker share what they import: loading it anew for each took as long as half of the tests. */
const together = { isolate: false };

/**
 * Node itself loads these: with Vite, Vitest's own process takes 8 s in place of 2 before the first of them runs. Their
 * modules cannot be replaced by vi.mock, and what of them runs in a browser would have to be given esbuild's helper:
 * end-to-end tests leave it to Vite.
 */
const asNodeRuns = {
  ...together,
  environment: "node",
  experimental: { viteModuleRunner: false, nodeLoader: false },
  setupFiles: ["scripts/testing/read-typescript.mjs"],
};

/** Rules and screens need no server; services and integration tests share one private pair, started when the first of them runs. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "rules",
          ...asNodeRuns,
          ...busy,
          include: [...rules, "web/**/*.rules.test.ts"],
          exclude: [...everywhere, "shared/runtime/**", "shared/**/*.server.test.ts"],
          ...patient,
        },
      },
      {
        test: {
          name: "services",
          ...asNodeRuns,
          ...waiting,
          include: [
            ...["gateway", "broker", "workers", "shared/runtime", "scripts", "docs"].map(
              (part) => `${part}/**/*.test.ts`,
            ),
            "shared/**/*.server.test.ts",
          ],
          exclude: [...everywhere, ...integration, ...tooling],
          globalSetup: [services],
          ...patient,
        },
      },
      {
        plugins: [react()],
        test: {
          name: "screens",
          ...together,
          ...busy,
          environment: "jsdom",
          include: ["web/**/*.test.{ts,tsx}"],
          exclude: [...everywhere, "web/**/*.rules.test.ts"],
          setupFiles: ["web/testing/setup.ts"],
          css: false,
          ...patient,
        },
      },
      {
        test: {
          name: "integration",
          ...together,
          ...waiting,
          environment: "node",
          include: integration,
          exclude: everywhere,
          globalSetup: [services, "scripts/testing/built.ts"],
          ...patient,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});

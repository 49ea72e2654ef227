import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/testing/longest-first.ts";

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

/** Tests that wait for servers, browsers and clocks leave the processors alone: four at once keep two of them busy. */
const maxWorkers = Math.max(4, availableParallelism());

/** Files of one worker share what they import: loading it anew for each took as long as half of the tests. */
const together = { isolate: false };

/** Rules and screens need no server; services and integration tests share one private pair, started when the first of them runs. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Here alone: a project that has a number of its own would not listen to `--maxWorkers`.
    maxWorkers,
    projects: [
      {
        test: {
          name: "rules",
          ...together,
          environment: "node",
          include: [...rules, "web/**/*.rules.test.ts"],
          exclude: [...everywhere, "shared/runtime/**", "shared/**/*.server.test.ts"],
          ...patient,
        },
      },
      {
        test: {
          name: "services",
          ...together,
          environment: "node",
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

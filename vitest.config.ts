import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const everywhere = ["**/node_modules/**", "**/dist/**"];
const walks = ["scripts/walks/**/*.walk.test.ts", "scripts/**/*.journey.test.ts"];
const yard = [
  "scripts/docs.test.ts",
  "scripts/compose.test.ts",
  "scripts/check-rooms.test.ts",
  "scripts/check-rooms/**/*.test.ts",
];
const rules = ["shared/**/*.test.ts", ...yard];
const services = "scripts/testing/services.ts";

/** Vitest would leave one processor alone: on two, half of them. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/** Rules and screens need no server; rooms and walks share one private pair, started when the first of them runs. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "rules",
          maxWorkers,
          environment: "node",
          include: [...rules, "web/**/*.rules.test.ts"],
          exclude: [...everywhere, "shared/runtime/**"],
        },
      },
      {
        test: {
          name: "rooms",
          maxWorkers,
          environment: "node",
          include: [
            ...["gateway", "broker", "workers", "shared/runtime", "scripts", "docs", "bench"].map(
              (room) => `${room}/**/*.test.ts`,
            ),
          ],
          exclude: [...everywhere, ...walks, ...yard],
          globalSetup: [services],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: "screens",
          maxWorkers,
          environment: "jsdom",
          include: ["web/**/*.test.{ts,tsx}"],
          exclude: [...everywhere, "web/**/*.rules.test.ts"],
          setupFiles: ["web/testing/setup.ts"],
          css: false,
          testTimeout: 15_000,
        },
      },
      {
        test: {
          name: "walks",
          environment: "node",
          include: walks,
          exclude: everywhere,
          globalSetup: [services, "scripts/testing/built.ts"],
          // They wait more than they work; more of them at once would starve their browsers.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});

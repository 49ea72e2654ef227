import { defineConfig } from "vitest/config";

/** Each rule is to be held by its own tests: those of services and pages do not count. */
export default defineConfig({ test: { environment: "node", include: ["shared/**/*.rules.test.ts"] } });

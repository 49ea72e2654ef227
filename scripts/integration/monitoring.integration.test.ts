import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { createLogger } from "#shared/runtime/logger.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { startGateway } from "../../gateway/start.ts";
import { startWorkers } from "../../workers/start.ts";
import { giveDatabaseBack, takeDatabase } from "../migrate/testing/test-databases.ts";

const read = (name: string) => readFile(new URL(`../../docs/monitoring/${name}`, import.meta.url), "utf8");
const Rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Cansole[A-Za-z]+$/),
          expr: z.string(),
          for: z.string().regex(/^\d+[smh]$/),
          labels: z.strictObject({ severity: z.enum(["critical", "warning"]) }),
          annotations: z.strictObject({ summary: z.string(), action: z.string() }),
        }),
      ),
    }),
  ),
});
const Dashboard = z.object({
  uid: z.literal("cansole"),
  schemaVersion: z.number().int(),
  panels: z.array(
    z.object({
      id: z.number().int(),
      type: z.literal("timeseries"),
      title: z.string(),
      targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })),
    }),
  ),
});

/** The metrics that an expression names, without what Prometheus makes of a histogram. */
const namesIn = (expr: string) =>
  [...expr.matchAll(/\bcansole_\w+/g)].map(([name]) => name.replace(/(_seconds)_(bucket|sum|count)$/, "$1"));

test("each metric of the alert rules and the dashboard is one that a gateway or worker has", async () => {
  const config = serviceConfig();
  const database = await takeDatabase(inject("mongodbUri"));
  const options = { log: createLogger("workers", "silent"), database, prefix: `m${randomBytes(6).toString("hex")}` };
  onTestFinished(() => giveDatabaseBack(inject("mongodbUri"), database));
  const gateway = await startGateway(config, { ...options, port: 0, mqttPort: 0 });
  onTestFinished(gateway.stop);
  const workers = await startWorkers(config, { ...options, healthPort: 0 });
  onTestFinished(workers.stop);
  const scraped = await Promise.all(
    [gateway.url, `http://127.0.0.1:${workers.healthPort}`].map(async (url) => (await fetch(`${url}/metrics`)).text()),
  );
  const known = new Set([...scraped.join("\n").matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));

  const rules = Rules.parse(parse(await read("alerts.yml"))).groups.flatMap((group) => group.rules);
  const { panels } = Dashboard.parse(JSON.parse(await read("grafana-dashboard.json")));
  const named = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ].flatMap(namesIn);

  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

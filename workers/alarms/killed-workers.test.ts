import type { ChildProcess } from "node:child_process";
import { ObjectId } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSecrets } from "#shared/runtime/secrets.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { aMachine, aUnit } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { renewSecret } from "#shared/webhooks/webhook-secrets.server.ts";
import { shareDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { openFarEnd } from "../../scripts/testing/far-end.ts";
import { forkWorkers } from "../control-units/testing/fork-workers.ts";
import { setUpApp } from "../control-units/testing/worker-app.ts";
import { stepsOf } from "./testing/alarms.fixture.ts";

const processes: ChildProcess[] = [];
const heard: { id: string; type: string; subject: { id: string } }[] = [];
/** The first event is never answered: the worker that posts it is killed meanwhile. */
const far = setUp(() =>
  openFarEnd(({ body }, reply) => {
    heard.push(JSON.parse(body));
    if (heard.length > 1) reply.writeHead(204).end();
  }),
);
const app = setUpApp({ workers: 0 });
// The server may end the killed process's operations after it.
beforeAll(() => void shareDatabase(app.database));
afterAll(() => {
  for (const child of processes) child.kill("SIGKILL");
});

const startProcess = async (): Promise<ChildProcess> => {
  const sweepsEveryMs = { "alarms.sweep": 100, "webhooks.sweep": 100 };
  const child = await forkWorkers({ database: app.database, prefix: app.name, sweepsEveryMs });
  processes.push(child);
  return child;
};

test("workers that are killed again and again raise each alarm once and clear it once, and each of its events arrives", async () => {
  const { units, alarms, webhooks, webhookDeliveries } = app.collections;
  const { sealedSecrets } = renewSecret(createSecrets(serviceConfig().JWT_SECRET), [], Date.now());
  await webhooks.insertOne({
    _id: new ObjectId(),
    address: `${far.url}/alarms`,
    description: "",
    types: ["alarm.raised", "alarm.cleared"],
    enabled: true,
    sealedSecrets,
    createdAt: new Date(),
    failingSince: null,
    rev: 0,
  });
  const of = { kind: "other-key" as const };
  const shown = () => aUnit(aMachine(), { otherKey: { key: "k", at: new Date(), times: 1 } });
  const workers = await Promise.all([startProcess(), startProcess()]);
  let added = 0;
  for (let i = 0; i < 2; i += 1) {
    await units.insertMany(Array.from({ length: 50 }, shown));
    added += 50;
    await eventually(() => expect(heard.length).toBeGreaterThan(0));
    workers[i % 2]?.kill("SIGKILL");
    workers[i % 2] = await startProcess();
  }
  await eventually(async () => expect(await alarms.countDocuments({ ...of, state: "open" })).toBe(added), {
    timeout: 60_000,
  });

  await units.deleteMany({});
  workers[0]?.kill("SIGKILL");
  await eventually(async () => expect(await alarms.countDocuments({ ...of, state: "cleared" })).toBe(added), {
    timeout: 60_000,
  });
  const all = await alarms.find(of).toArray();
  expect(all).toHaveLength(added);
  expect(new Set(all.map((alarm) => stepsOf(alarm).join()))).toEqual(new Set(["raised,cleared"]));

  await eventually(async () => expect(await webhookDeliveries.countDocuments({ state: "delivered" })).toBe(2 * added), {
    timeout: 60_000,
  });
  expect(await webhookDeliveries.countDocuments()).toBe(2 * added);
  expect(heard.filter(({ id }) => id === heard[0]?.id).length).toBeGreaterThan(1);
  const types = all.map(({ _id }) => {
    const events = heard.filter(({ subject }) => subject.id === _id.toHexString());
    return [...new Map(events.map(({ id, type }) => [id, type])).values()].join();
  });
  expect(new Set(types)).toEqual(new Set(["alarm.raised,alarm.cleared"]));
}, 180_000);

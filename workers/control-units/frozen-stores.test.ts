import type { ObjectId } from "mongodb";
import { afterEach, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { type Server, startPrivateServices } from "../../scripts/testing/private-services.ts";
import { setUpApp } from "./testing/worker-app.ts";

const stores = setUp(startPrivateServices);
const app = setUpApp({ stores, workers: 2, sweepEveryMs: 200 });

afterEach(() => stores.thaw());

// Longer than the driver waits for an answer.
test.each<[Server, number]>([
  ["mongo", 6_000],
  ["redis", 3_000],
])("with %s frozen for %d ms sessions go on afterwards, are rejected for nothing and sent once", async (server, ms) => {
  const machines = await Promise.all(Array.from({ length: 10 }, () => app.plant()));
  app.gateway.setDeaf(true);
  app.gateway.onCommand(async ({ session }) => {
    // A unit says again what was not acknowledged.
    for (const fact of ["acknowledged", "opened", "closed"] as const)
      await eventually(() => app.gateway.fact(session, 1, fact));
  });
  const sessions: ObjectId[] = [];
  for (let i = 0; i < 2; i += 1)
    // A driver that still notices the freeze before ends what it has under way.
    for (const machine of machines) sessions.push(await eventually(() => app.store(machine, "open", [1], 120_000)));

  await stores.freeze(server);
  await new Promise((resolve) => setTimeout(resolve, ms));
  stores.thaw();
  app.gateway.setDeaf(false);

  const completed = () => app.sessions.countDocuments({ _id: { $in: sessions }, status: "completed" });
  await eventually(async () => expect(await completed()).toBe(20), { timeout: 60_000, interval: 200 });
  for (const session of sessions)
    expect(app.gateway.sent.filter((sent) => sent.session.equals(session))).toHaveLength(1);
});

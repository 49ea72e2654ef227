import { ObjectId } from "mongodb";
import supertest from "supertest";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { commandCalls } from "#shared/control-units/command-calls.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { startTakeFixture, type TakeFixture } from "../../gateway/features/transactions/testing/take.fixture.ts";
import { setUpGateway } from "../../gateway/testing/gateway-under-test.ts";
import { setUpOperator } from "../../gateway/testing/operator.ts";
import { setUpWatchers } from "../../gateway/testing/watcher.ts";
import { type RunningWorkers, startWorkers } from "../../workers/start.ts";
import { noFaults } from "../simulator/faults.ts";
import { createFleet } from "../simulator/fleet.ts";
import { pause } from "../simulator/pause.ts";
import { planFleet } from "../simulator/plan.ts";
import { startRedisCluster } from "../testing/redis-cluster.ts";
import { plantContainers, plantMachines } from "./planted.ts";

/** Two gateways and workers on three primaries, each with a replica. */
const log = createLogger("test", "silent");
const servers = setUp(startRedisCluster);

const installed = () => ({
  env: { REDIS_URL: servers.url },
  // What pages read while a part of Redis is away: machines of this test are older than that.
  limits: { redisMs: 2_000, storeLastSeenEveryMs: 1_000 },
});
const here = setUpGateway(installed);
const there = setUpGateway(() => ({ ...installed(), beside: here }));
const operators = [setUpOperator(here, "admin"), setUpOperator(there, "admin")] as const;
const watchers = setUpWatchers(there);
let workers: RunningWorkers;
let takes: TakeFixture;
beforeAll(async () => {
  workers = await startWorkers(here.config, { log, database: here.database, prefix: here.prefix, healthPort: 0 });
  takes = await startTakeFixture(here);
});
afterAll(() => workers?.stop());

const readyOf = (url: string) => supertest(url).get("/readyz");
/** A replica that is not elected at once is a candidate again after twice the node timeout and more. */
const untilReady = () =>
  eventually(
    async () => {
      // All that it says: a failure names the part.
      for (const url of [here.url, there.url, `http://127.0.0.1:${workers.healthPort}`])
        expect((await readyOf(url)).body).toMatchObject({ success: true });
    },
    { timeout: 60_000 },
  );

test("an installation: a machine sells a can, pages at both gateways see it, and neither a primary that dies nor one that stands still leaves a trace", async () => {
  const { mongo, config } = here.parts;
  const planted = await plantMachines(mongo, config.JWT_SECRET, planFleet(12, 7, noFaults));
  await plantContainers(mongo, planted);
  const product = new ObjectId();
  await mongo.collections.containers.updateMany({}, { $set: { product, isEmpty: false, stockedOn: new Date() } });
  const watcher = await watchers.watchAs(["live-status"]);
  const fleet = createFleet({
    units: planted,
    mqttUrl: `mqtt://127.0.0.1:${here.mqttPort}`,
    provisioningKey: null,
    liveEveryMs: 500,
    pace: 0.01,
  });
  await fleet.start();
  await untilReady();

  const statuses = async () => {
    const replies = await Promise.all(operators.map((operator) => operator.get("/vending-machines/live-status")));
    return replies.flatMap(({ body }) => body.liveStatus.map(({ status }: { status: string }) => status));
  };
  const allOnline = async () => expect(await statuses()).toEqual(Array(2 * planted.length).fill("Online"));
  await eventually(allOnline);
  // Published at the node that has the unit's bucket, heard at any of them.
  const heard = () => JSON.stringify(watcher.heard.filter(({ name }) => name === "presence.changed"));
  await eventually(() => {
    for (const { plan } of planted) expect(heard()).toContain(plan.serialNumber);
  });

  await eventually(async () => expect(await mongo.collections.lastSeen.countDocuments()).toBe(planted.length));

  const [first] = planted;
  if (!first) throw new Error("no machine was planted");
  const machine = await mongo.collections.machines.findOne({ _id: new ObjectId(first.machineId) });
  if (!machine) throw new Error("it was not planted");
  const at = { machine, product, containers: [] };
  const taker = await takes.addTaker(at, { cans: 2 });
  const sell = async () => {
    const { status, body } = await takes.take(taker, at);
    expect([status, body.error]).toEqual([200, undefined]);
    await eventually(async () => expect((await takes.canOf(body.transaction.transactionId)).openedIn).not.toBeNull());
  };
  await sell();

  const seen = new Set<string>();
  let isWatching = true;
  const watching = (async () => {
    for (; isWatching; await pause(50)) for (const status of await statuses()) seen.add(status);
  })();
  onTestFinished(() => {
    isWatching = false;
    return watching.catch(() => undefined);
  });
  const given = async ({ plan }: (typeof planted)[number]): Promise<ObjectId> => {
    const body = { vendingMachineId: plan.vendingMachineId, containers: [`${plan.channels[0]}`] };
    const reply = await operators[1].post(commandCalls.open.path, body);
    expect([reply.status, reply.body.error]).toEqual([200, undefined]);
    return new ObjectId(`${reply.body.sessionId}`);
  };
  // Each of them has its link in another bucket, and so has its queue: some of all lie on the node that dies.
  await servers.killPrimaryOf(here.parts.keys.queue("control-units"));
  // Runs beside the commands: on a busy machine the replica may take over before the last of them is answered.
  const noticed = eventually(async () => expect((await readyOf(here.url)).status).toBe(503));
  const [sessions] = await Promise.all([Promise.all(planted.slice(1).map(given)), noticed]);
  const ended = async () => {
    const found = await mongo.collections.sessions.find({ _id: { $in: sessions } }).toArray();
    expect(found.map(({ status, reason }) => [status, reason])).toEqual(sessions.map(() => ["completed", null]));
  };
  await eventually(ended, { timeout: 60_000 });
  await untilReady();
  await allOnline();
  isWatching = false;
  await watching;
  expect([...seen]).toEqual(["Online"]);

  // The queue that lay on it is worked off again, by the connections that waited there for jobs.
  await workers.queues.add("machine.advance", { vendingMachineId: machine.vendingMachineId });
  const counted = () => workers.queues.counts("control-units");
  await eventually(async () => expect(await counted()).toMatchObject({ waiting: 0, active: 0, failed: 0 }));
  await sell();
  expect((await here.request.post("/auth/check").send({ phone: "9876543210" })).status).not.toBe(503);
  const { text } = await supertest(`http://127.0.0.1:${workers.healthPort}`).get("/metrics");
  expect(text).toMatch(/^cansole_queue_jobs\{queue="control-units",state="waiting",room="workers"\} \d/m);
  expect(text).toContain('cansole_part_up{part="redis",room="workers"} 1');
  expect(text).toMatch(/^cansole_store_connections_lost_total\{store="redis",.* [1-9]/m);
  await servers.startAgain();

  await servers.freezePrimaryOf(here.parts.keys.queue("control-units"));
  await eventually(async () => expect((await readyOf(here.url)).status).toBe(503));
  await untilReady();
  await workers.queues.add("machine.advance", { vendingMachineId: machine.vendingMachineId });
  await eventually(async () => expect(await counted()).toMatchObject({ waiting: 0, active: 0, failed: 0 }));
  await allOnline();
  await fleet.stop();
  await servers.startAgain();
}, 240_000);

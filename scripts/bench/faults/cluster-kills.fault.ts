import { until } from "#shared/testing/eventually.ts";
import { type Commanded, type CommandedDoors, openCommandedDoors } from "../../cluster/commanded-doors.ts";
import { type Noticed, type Noticing, openNoticing } from "../../cluster/noticed.ts";
import type { RunningCluster } from "../../cluster/open-cluster.ts";
import { judge as judgeCommands } from "../../integration/commands/judge.ts";
import { createUndo } from "../../integration/payments/undo-all.ts";
import { plantOperatorOf } from "../../integration/planted.ts";
import { trialApiKey } from "../../launcher/api-keys.ts";
import { demoUnits } from "../../seed/demo-units.ts";
import { createCheckout } from "../../simulator/customers/checkout.ts";
import { createCustomers, customersLine } from "../../simulator/customers/customers.ts";
import { openKeptVisits } from "../../simulator/customers/kept-visits.ts";
import { demoShelves } from "../../simulator/customers/shelves.ts";
import { demoSeed } from "../../simulator/demo-fleet.ts";
import { noFaults } from "../../simulator/faults.ts";
import { createFleet } from "../../simulator/fleet.ts";
import { createCaller } from "../../simulator/operator.ts";
import { pause } from "../../simulator/pause.ts";
import { planUnit } from "../../simulator/plan.ts";
import { atLeast, atMost, type Cell, exactly, table } from "../command-line.ts";
import type { Killable } from "../own-servers.ts";
import { openClusterUnderFault } from "./cluster-under-fault.ts";
import { judge } from "./network.ts";
import type { Fault } from "./run.ts";

const healthyMs = 3_000;
const frozenMs = 20_000;
/** How long what was killed stays away. */
const awayMs = 20_000;
/** The last commands have had their time, and units have come back, by then. */
const settledMs = 12_000;
const goalSeconds = 15;

/** The first of the parts that have this role now. */
const whoseTurn = async <P extends Killable & { isPrimary(): Promise<boolean> }>(
  parts: P[],
  leads: boolean,
): Promise<P> => {
  for (const part of parts) if ((await part.isPrimary()) === leads) return part;
  throw new Error("No part plays this role.");
};
const partsOf = ({ gateways, workers, reportWorkers, set, redis }: RunningCluster) => {
  const first = (parts: Killable[]) => async () => parts[0] as Killable;
  return {
    gateway: first(gateways),
    worker: first(workers),
    "report worker": first(reportWorkers),
    "MongoDB primary": () => whoseTurn(set.members, true),
    "MongoDB secondary": () => whoseTurn(set.members, false),
    "Redis primary": () => whoseTurn(redis.nodes, true),
    "Redis replica": () => whoseTurn(redis.nodes, false),
  } satisfies Record<string, () => Promise<Killable>>;
};

/** Machines of the demo network without faults of their own, and its customers. */
const play = async ({ url, mqttUrl, env, config }: RunningCluster, mongodbUri: string) => {
  const units = demoUnits(env.JWT_SECRET ?? "").map(({ serialNumber, secret, channels }) => ({
    plan: planUnit(demoSeed, serialNumber, channels, noFaults),
    secret,
  }));
  const fleet = createFleet({ units, mqttUrl, provisioningKey: config.PROVISIONING_KEY ?? null });
  await fleet.start();
  const on = () => fleet.machines.filter((machine) => machine.state() === "connected");
  // A unit that is late by itself is not watched.
  await until("the machines to be connected", () => on().length === units.length, 60_000).catch(() => undefined);
  const key = await trialApiKey(mongodbUri, env.DATA_DIR ?? "");
  const people = createCustomers({
    count: 240,
    seed: demoSeed,
    shelves: demoShelves(),
    checkout: createCheckout(url, key, env.PAYMENT_BASE_URL ?? ""),
    kept: await openKeptVisits(null),
    orderEveryMs: 4_000,
    pace: 0.5,
  });
  people.start();
  return { fleet, people, serialNumbers: on().map(({ serialNumber }) => serialNumber) };
};

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
const heads = ["", "calls that failed", "failed for", "slowest", "socket silent", "false offline", "doors"];
interface Seen {
  name: string;
  noticed: Noticed;
  commanded: Commanded;
}
const rowOf = ({ name, noticed, commanded: { given, once, notDone, refused, twice } }: Seen): Cell[] => [
  name,
  `${noticed.failed} of ${noticed.calls}`,
  `${seconds(noticed.failedMs)} s`,
  `${seconds(noticed.slowestMs)} s`,
  `${seconds(noticed.silentMs)} s (${noticed.silentSockets} of 8)`,
  noticed.falselyOffline,
  `${given}: ${once} once, ${notDone} not, ${refused} refused, ${twice} twice`,
];

/** Each part in turn, killed and then frozen; `PARTS=gateway,worker` some of them. */
const provokeAll = async (
  cluster: RunningCluster,
  noticing: Noticing,
  doors: CommandedDoors,
  say: (line: string) => void,
): Promise<Seen[]> => {
  const wanted = process.env.PARTS?.split(",");
  const seen: Seen[] = [];
  const measure = async (name: string, provoke: () => Promise<() => unknown>): Promise<void> => {
    await pause(healthyMs);
    noticing.begin();
    doors.begin();
    const mend = await provoke();
    await mend();
    await cluster.untilReady();
    await pause(settledMs);
    const one = { name, noticed: noticing.read(), commanded: await doors.read() };
    seen.push(one);
    say(rowOf(one).join(" | "));
  };
  await measure("nothing", async () => () => pause(frozenMs));
  for (const [role, find] of Object.entries(partsOf(cluster))) {
    if (wanted && !wanted.includes(role)) continue;
    await measure(`${role} killed`, async () => {
      const part: Killable = await find();
      await part.kill();
      await pause(awayMs);
      return part.start;
    });
    await measure(`${role} frozen`, async () => {
      const part: Killable = await find();
      part.freeze();
      await pause(frozenMs);
      return part.thaw;
    });
  }
  return seen;
};

export const fault: Fault = {
  promise:
    "On the cluster any one process or store is killed or frozen: nothing is away for more than 15 s, no machine is falsely offline, no fact is lost, no door opens twice",
  run: async (say) => {
    const undo = createUndo();
    try {
      const { cluster, mongo } = await openClusterUnderFault(undo, say);
      const token = await plantOperatorOf(mongo, cluster.env);
      const address = { url: cluster.url, mqttUrl: cluster.mqttUrl, token, jwtSecret: cluster.env.JWT_SECRET ?? "" };
      const doors = await openCommandedDoors(mongo, address);
      undo.add(doors.stop);
      const { fleet, people, serialNumbers } = await play(cluster, cluster.set.uri);
      undo.add(fleet.stop);
      undo.add(people.stop);
      say(`${serialNumbers.length} machines sell`);
      await cluster.untilReady();
      const on = new Set([...serialNumbers, ...doors.serialNumbers]);
      const noticing = await openNoticing(cluster.url, token, (serialNumber) => on.has(serialNumber));
      undo.add(noticing.stop);

      const seen = await provokeAll(cluster, noticing, doors, say);
      table(heads, seen.map(rowOf));
      await noticing.stop();
      await people.stop();
      say(customersLine(people.summary()).trim());
      await doors.stop();
      const wrongs = await judgeCommands(mongo, doors.units);
      const operator = () => createCaller(cluster.url, token);
      const figures = await judge({ mongo, operator, env: { ...cluster.env, REDIS_URL: cluster.redis.url } }, say);
      const sum = (count: (one: Seen) => number) => seen.reduce((all, one) => all + count(one), 0);
      return [
        ...seen.flatMap(({ name, noticed }) => [
          atMost(`${name}: calls fail for`, noticed.failedMs / 1_000, goalSeconds, "s"),
          atMost(`${name}: a call takes`, noticed.slowestMs / 1_000, goalSeconds, "s"),
          atMost(`${name}: a socket is silent for`, noticed.silentMs / 1_000, goalSeconds, "s"),
        ]),
        exactly(
          "looks at which a machine was falsely offline",
          sum((one) => one.noticed.falselyOffline),
          0,
        ),
        exactly("doors that opened twice", sum((one) => one.commanded.twice) + wrongs.commandedTwice.length, 0),
        exactly("acknowledged facts that are lost", wrongs.factsLost.length, 0),
        exactly("doors that opened after their time", wrongs.openedAfterExpiry.length, 0),
        atLeast("cans that customers took", people.summary().taken, 1),
        ...figures,
      ];
    } finally {
      await undo.all();
    }
  },
};

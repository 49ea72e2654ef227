import type { AlarmKind } from "#shared/alarms/alarm.schema.ts";
import { until } from "#shared/testing/eventually.ts";
import { pause } from "../../simulator/pause.ts";
import { startReplicaSet } from "../../testing/replica-set.ts";
import { atMost, exactly, type Figure } from "../command-line.ts";
import { type Installation, openInstallation } from "../installation.ts";
import { canMount, fillDisk, fillRedis, onSmallDisk } from "./filled-stores.ts";
import { plantRule } from "./notified-operator.ts";
import type { Fault } from "./run.ts";
import { openStreamlessLine } from "./streamless-line.ts";

const diskMegabytes = 1_500;
const killEveryMs = 12_000;
/** A cause is measured each 10 s, some count after 30 s, and alarms of the installation are looked for each 30 s. */
const knownWithinSeconds = 120;
/** New processes and those that were killed are known by then. */
const settledMs = 20_000;

/** The real trouble of a kind; what it answers ends it. */
type Cause = () => Promise<() => unknown> | (() => unknown);

/** One of the workers after another dies and is started again, until it is stopped. */
const killWorkers = ({ workers }: Installation) => {
  const ending = new AbortController();
  const killing = (async () => {
    for (let turn = 0; await pause(killEveryMs, ending.signal); turn += 1) {
      const worker = workers[turn % workers.length];
      await worker?.kill();
      await worker?.start();
    }
  })();
  return async () => {
    ending.abort();
    await killing;
  };
};

const secondsSince = (began: number) => (performance.now() - began) / 1_000;

/** From the cause to the alarm and back, while workers die. */
const judge = async ({ mongo }: Installation, kind: AlarmKind, cause: Cause): Promise<Figure[]> => {
  const { alarms } = mongo.collections;
  const become = async (state: "open" | "cleared") => {
    const began = performance.now();
    const found = () => alarms.findOne({ kind, state, due: { $size: 0 } });
    await until(`${kind} ${state}`, found, knownWithinSeconds * 2_000).catch(() => undefined);
    return secondsSince(began);
  };
  const end = await cause();
  const raised = await become("open");
  // Another worker looks in between.
  await pause(2 * killEveryMs);
  await end();
  const cleared = await become("cleared");
  const found = await alarms.find({ kind }).toArray();
  const steps = found.flatMap(({ history }) => history.map(({ step }) => step)).join(", ");
  const what = `${kind}: ${steps}; alarms that were raised, notified and cleared once`;
  return [
    atMost(`${kind}: from its cause until it is open`, raised, knownWithinSeconds, "s"),
    atMost(`${kind}: from its end until it has cleared`, cleared, knownWithinSeconds, "s"),
    exactly(what, found.length === 1 && steps === "raised, notified, cleared" ? 1 : 0, 1),
  ];
};

export const fault: Fault = {
  promise: "What is wrong with the stores is one alarm from its cause to its end, while workers are killed",
  run: async (say) => {
    const mounts = canMount();
    if (!mounts) say("no small disk can be mounted here: disk-full is left out");
    const set = await startReplicaSet(
      say,
      mounts ? onSmallDisk(diskMegabytes) : (command, args) => ({ command, args }),
    );
    const [primary, , last] = set.members;
    if (!primary || !last) throw new Error("A set has three members.");
    const line = await openStreamlessLine(`http://${primary.host}`);
    const mongodbUri = set.uri;
    const options = {
      machines: 1,
      mongodbUri,
      gateways: [{ MONGODB_URI: `mongodb://${line.host}/cansole?directConnection=true` }],
      workers: [{}, {}],
    };
    const installation = await openInstallation(options, say);
    const stopKilling = killWorkers(installation);
    try {
      await plantRule(installation.mongo);
      await pause(settledMs);
      const causes: Partial<Record<AlarmKind, Cause>> = {
        "change-stream-late": () => {
          line.hold();
          return line.release;
        },
        "replication-late": () => {
          last.freeze();
          return last.thaw;
        },
        "redis-full": () => fillRedis(installation.servers.redisUrl, 0.93),
        ...(mounts && { "disk-full": () => fillDisk(primary.pid(), primary.dbpath, 0.93) }),
      };
      const figures: Figure[] = [];
      const played = process.env.KINDS?.split(",") ?? Object.keys(causes);
      for (const [kind, cause] of Object.entries(causes) as [AlarmKind, Cause][]) {
        if (!played.includes(kind)) continue;
        say(kind);
        figures.push(...(await judge(installation, kind, cause)));
      }
      const others = await installation.mongo.collections.alarms.distinct("kind");
      say(`kinds of all alarms: ${others.join(", ")}`);
      return figures;
    } finally {
      last.thaw();
      await stopKilling();
      await installation.stop();
      await line.stop();
      await set.stop();
    }
  },
};

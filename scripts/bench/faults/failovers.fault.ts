import { aMachine } from "#shared/runtime/testing/stored-records.ts";
import { until } from "#shared/testing/eventually.ts";
import { judgeOnceEnded } from "../../integration/commands/judge.ts";
import { pause } from "../../simulator/pause.ts";
import { createRandom, type Random } from "../../simulator/random.ts";
import { startReplicaSet } from "../../testing/replica-set.ts";
import { atLeast, exactly } from "../command-line.ts";
import { openUnits, register, settle } from "./failovers/exchanged-units.ts";
import { recount } from "./open-pages/recount.ts";
import { openShop } from "./open-pages/shop.ts";
import type { Fault } from "./run.ts";

const busyMachines = 5;
const quietMs = 15_000;
const endsWithinMs = 200_000;

type Set = Awaited<ReturnType<typeof startReplicaSet>>;

/** The primary steps down, is killed, or stands still until another one leads. */
const failOver = async ({ members, untilWhole }: Set, random: Random, signal: AbortSignal): Promise<string[]> => {
  const done: string[] = [];
  while (await pause(random.between(1_000, 6_000), signal)) {
    const leads = await Promise.all(members.map((one) => one.isPrimary()));
    const primary = members[leads.indexOf(true)];
    if (!primary) continue;
    const lot = random.next();
    if (lot < 0.4) {
      await primary.request({ replSetStepDown: 5, secondaryCatchUpPeriodSecs: 1 }).catch(() => undefined);
      done.push("stepped down");
    } else if (lot < 0.75) {
      await primary.kill();
      await pause(random.between(100, 8_000));
      await primary.start();
      done.push("killed");
    } else {
      primary.freeze();
      await pause(random.between(2_000, 9_000));
      primary.thaw();
      done.push("stood still");
    }
    await untilWhole();
  }
  return done;
};

export const fault: Fault = {
  promise:
    "MongoDB's primary steps down, dies or stands still while cans are taken, containers filled, moved and relabelled, and units given new secrets, registered anew and moved: no door opens twice or late, no fact is lost, each figure is what the rows say",
  run: async (say, seconds = 90) => {
    const seed = process.env.SEED ?? String(Date.now());
    say(`seed ${seed}`);
    const random = createRandom(seed);
    const set = await startReplicaSet();
    const installation = await openShop(
      {
        mongodbUri: set.uri,
        // All come from one address here.
        env: () => ({ MQTT_WRONG_SIGN_INS_PER_ADDRESS: "100000" }),
        machines: busyMachines,
        plant: async (mongo) => {
          const [{ profile } = { profile: undefined }] = await mongo.collections.machines.find().limit(1).toArray();
          await mongo.collections.machines.insertMany([1, 2, 3].map(() => aMachine(profile ? { profile } : {})));
        },
      },
      0,
      say,
    ).catch(async (error: unknown) => {
      await set.stop();
      throw error;
    });
    const { mongo, processes, units: planted, isReady } = installation;
    try {
      const { canTransactions, containers } = mongo.collections;
      const { actors } = await installation.begin(random.fork("actors"));
      const units = openUnits(planted, installation.urlOfTurn, random.fork("units"));
      await until("the stores", isReady, 30_000);
      const ending = new AbortController();
      const playing = actors.play(ending.signal);
      const troubling = failOver(set, random.fork("troubles"), ending.signal);
      const registering = register(installation, planted, units, random.fork("registrar"), ending.signal);
      await pause(seconds * 1_000);
      ending.abort();
      const [troubles, did] = await Promise.all([troubling, registering]);
      await playing;
      await set.untilWhole();
      await until("all is up again", isReady, 60_000);
      await settle(installation, planted, units);
      say(`${troubles.join(", ")}; ${[...did].map(([what, times]) => `${times} ${what}`).join(", ")}`);
      say(`done, refused and lost: ${actors.words()}`);
      const present = [...units.present.values()];
      const heardOut = () => present.every((unit) => unit.receivedTime() !== null && unit.unsaid().length === 0);
      await until("all units to be heard out", heardOut, 60_000).catch(() => undefined);
      const wrongs = await judgeOnceEnded(mongo, units.all, endsWithinMs);
      const moves = { $or: [{ live: { $ne: null } }, { containerDue: { $ne: null } }] };
      const moving = () => canTransactions.countDocuments(moves);
      await until("all doors to be closed", async () => (await moving()) === 0, 60_000).catch(() => undefined);
      await containers.updateMany({ reservedUntil: { $type: "date" } }, { $set: { reservedUntil: new Date(0) } });
      await pause(quietMs);
      const wrong = (await Promise.all([0, 1].map((at) => recount(mongo, installation.operator(at))))).flat();
      // What the experiment's own queries were told by a primary that has stepped down is no call.
      const odd = actors.odd.filter((line) => !line.includes("not primary"));
      for (const line of [...wrong.slice(0, 30), ...odd.slice(0, 20)]) say(line);
      const commands = await mongo.collections.commands.find().toArray();
      const sessionOf = new Map(commands.map(({ _id, session }) => [_id, `${session}`]));
      const opened = units.all.flatMap(({ openings }) =>
        openings.map(({ commandId, channel }) => `${sessionOf.get(commandId)}/${channel}`),
      );
      const sent = units.all.flatMap(({ heard, serialNumber }) =>
        heard.map(({ command }) => `${serialNumber} ${command.commandId}`),
      );
      for (const [name, list] of Object.entries(wrongs)) if (list.length > 0) say(`${name}: ${JSON.stringify(list)}`);
      const notIn = present.filter((unit) => unit.receivedTime() === null || unit.unsaid().length > 0);
      for (const unit of notIn) say(`${unit.serialNumber}: ${unit.unsaid().join(", ")}`);
      return [
        exactly("figures that are not those of the rows", wrong.length, 0),
        exactly("calls that failed for no reason", odd.length, 0),
        exactly("doors that may still move", await moving(), 0),
        exactly("doors opened twice by one session", opened.length - new Set(opened).size, 0),
        exactly("doors opened late", wrongs.openedAfterExpiry.length, 0),
        exactly("commands sent twice", sent.length - new Set(sent).size, 0),
        exactly("facts with a PUBACK that are not stored", wrongs.factsLost.length, 0),
        exactly("units that are not in", notIn.length, 0),
        atLeast("doors that opened", opened.length, seconds / 10),
        atLeast("times that the primary changed", troubles.length, seconds / 30),
        atLeast("cans that were taken", await canTransactions.countDocuments(), seconds / 10),
      ];
    } finally {
      await Promise.all(processes.map((one) => one.thaw()));
      await installation.stop();
      await set.stop();
    }
  },
};

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ObjectId } from "mongodb";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { roomEnv } from "#shared/runtime/testing/room-env.ts";
import { aSession, rowsOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import { buildIfStale } from "../../build.ts";
import { freePort } from "../../services/ports.ts";
import { pause } from "../../simulator/pause.ts";
import { createHistogram } from "../measure.ts";
import { withOwnServers } from "../own-servers.ts";
import { atLeast, atMost, exactly, type Fault, type Figure } from "./fault.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const rowsPerWrite = 10_000;
const index = "channel";

/** A database of the version before: so many rows, and an index that this version declares is not there. */
const plant = async ({ collections: { sessionRows, migrations } }: Mongo, many: number) => {
  await sessionRows.dropIndex(index);
  await migrations.updateOne({ _id: "database" }, { $pull: { "indexes.sessionRows": index } as never });
  const machine = { _id: new ObjectId(), vendingMachineId: "VM" };
  for (let first = 0; first < many; first += rowsPerWrite) {
    const rows = Array.from({ length: Math.min(rowsPerWrite, many - first) }, () =>
      rowsOfSession(aSession(machine), { deadlineAt: null, end: "done" }),
    );
    await sessionRows.insertMany(rows.flat(), { ordered: false, writeConcern: { w: 1 } });
  }
};

/** A built process; `said` is what it wrote, `ended` its exit code or signal. */
const run = (room: string, env: NodeJS.ProcessEnv) => {
  const child: ChildProcess = spawn(process.execPath, [join(root, "dist", room, "main.js")], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (data: Buffer) => {
      said += data.toString();
    });
  const ended = once(child, "exit").then(([code, signal]) => code ?? signal);
  const ready = Promise.race([once(child, "message").then(() => true), ended.then(() => false)]);
  return { child, said: () => said, ended, ready };
};

/** What an operator's call would feel meanwhile: a row is read by its session and written, one after another. */
const useMeanwhile = (mongo: Mongo) => {
  const times = createHistogram();
  let isOver = false;
  const using = (async () => {
    while (!isOver) {
      const [row] = rowsOfSession(aSession({ _id: new ObjectId(), vendingMachineId: "VM" }), { deadlineAt: null });
      if (!row) return;
      const began = performance.now();
      await mongo.collections.sessionRows.insertOne(row);
      await mongo.collections.sessionRows.updateOne({ session: row.session, place: 0 }, { $set: { factCount: 1 } });
      times.add(performance.now() - began);
      await pause(20);
    }
  })();
  return async () => {
    isOver = true;
    await using;
    return times;
  };
};

const provoke = async (mongo: Mongo, env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<Figure[]> => {
  const early = run("workers", env);
  await early.ended;
  say(early.said().trim());
  const stopUsing = useMeanwhile(mongo);
  const began = performance.now();
  // The first one dies in the middle of it: nothing is lost, and nobody has to look.
  const killed = run("migrations", env);
  await pause(3_000);
  killed.child.kill("SIGKILL");
  await killed.ended;
  const migration = run("migrations", env);
  const beside = run("migrations", env);
  const rooms = [run("gateway", env), run("workers", env)];
  const codes = await Promise.all([migration.ended, beside.ended]);
  const seconds = (performance.now() - began) / 1_000;
  const started = await Promise.all(rooms.map(({ ready }) => ready));
  const times = await stopUsing();
  for (const one of [killed, migration, beside, ...rooms]) say(one.said().trim().replaceAll("\n", "\n  "));
  for (const { child, ended } of rooms) {
    child.kill("SIGTERM");
    await ended;
  }
  const again = performance.now();
  const gateway = run("gateway", env);
  const isUp = await gateway.ready;
  const startMs = performance.now() - again;
  gateway.child.kill("SIGTERM");
  await gateway.ended;
  say(`the migration, one kill -9 included, took ${seconds.toFixed(1)} s; rooms waited for it`);
  return [
    exactly("migrations of two at once that did not end well", codes.filter((code) => code !== 0).length, 0),
    exactly("rooms that did not start", started.filter((is) => !is).length + (isUp ? 0 : 1), 0),
    atMost("a start afterwards", startMs, 10_000, "ms"),
    atMost("a row written and read beside it, p95", times.quantile(0.95), 1_000, "ms"),
    atMost("a row written and read beside it, longest", times.longest(), 5_000, "ms"),
    atLeast("rows written meanwhile", times.count(), 20),
  ];
};

/** Its size is in millions of rows. */
export const fault: Fault = {
  promise: "A new index on two million rows ends no start, whoever is killed meanwhile",
  run: async (say, millions = 2) => {
    await buildIfStale(say);
    return withOwnServers(say, async (mongo, services) => {
      await plant(mongo, Math.round(millions * 1_000_000));
      say(`planted ${millions} million rows`);
      const [port, mqttPort] = [await freePort(), await freePort()];
      const env = roomEnv(services, { LOG_LEVEL: "warn", PORT: String(port), MQTT_PORT: String(mqttPort) });
      return provoke(mongo, env, say);
    });
  },
};

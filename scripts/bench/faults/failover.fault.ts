import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import { until } from "#shared/testing/eventually.ts";
import { createAutoUnit } from "../../integration/commands/auto-unit.ts";
import { findEngine } from "../../services/find.ts";
import { startKeeper } from "../../services/keeper.ts";
import { freePort } from "../../services/ports.ts";
import { pause } from "../../simulator/pause.ts";
import { exactly } from "../command-line.ts";
import { withInstallation } from "../installation.ts";
import { enginesDir } from "../own-servers.ts";
import type { Fault } from "./run.ts";

const units = 6;
const channels = [1, 2, 3, 4, 5];
const locks = (isLocked: boolean) => channels.map((channel) => ({ channel, isLocked }));
/** Longer than a PUBACK is waited for, shorter than a primary stays one without a majority. */
const aloneMs = 7_000;

/** A MongoDB of three members on disk, each a process that can be killed and started again. */
const startReplicaSet = async (say: (line: string) => void) => {
  const folder = await mkdtemp(join(tmpdir(), "cansole-set-"));
  const { command } = await findEngine("mongo", { env: process.env, enginesDir, say });
  const keeper = await startKeeper({ hold: folder });
  const members = await Promise.all(
    [0, 1, 2].map(async (_id) => {
      const [port, dbpath] = [await freePort(), join(folder, `${_id}`)];
      await mkdir(dbpath);
      const args = ["--replSet", "rs0", "--dbpath", dbpath, "--port", `${port}`, "--bind_ip", "127.0.0.1"];
      args.push("--nounixsocket", "--wiredTigerCacheSizeGB", "0.25", "--oplogSize", "256", "--quiet");
      const start = () => keeper.run(command, args, process.env);
      let running = await start();
      const host = `127.0.0.1:${port}`;
      const request = async (order: Record<string, unknown>) => {
        const client = new MongoClient(`mongodb://${host}/?directConnection=true`, { serverSelectionTimeoutMS: 1_000 });
        return client
          .db("admin")
          .command(order)
          .finally(() => client.close());
      };
      const kill = async () => {
        process.kill(running.pid, "SIGKILL");
        await running.ended;
      };
      const restart = async () => {
        running = await start();
      };
      return { _id, host, request, kill, start: restart };
    }),
  );
  const [first] = members;
  const seats = members.map(({ _id, host }) => ({ _id, host, priority: _id === 0 ? 2 : 1 }));
  const initiate = () => first?.request({ replSetInitiate: { _id: "rs0", members: seats } });
  await until("the first member", initiate, 60_000);
  const states = async () =>
    (await first?.request({ replSetGetStatus: 1 }))?.members as { state: number }[] | undefined;
  const haveJoined = async () => (await states())?.map(({ state }) => state).join() === "1,2,2";
  await until("a primary and two others", haveJoined, 60_000);
  const stop = async () => {
    await keeper.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { uri: `mongodb://${members.map(({ host }) => host).join()}/cansole?replicaSet=rs0`, members, stop };
};

export const fault: Fault = {
  promise: "A lock that was acknowledged is there after its primary has died with what it alone knew",
  run: async (say) => {
    const set = await startReplicaSet(say);
    const options = { machines: units, gateways: [{}, {}], workers: [], mongodbUri: set.uri };
    return withInstallation(options, say, async ({ gateways, units: planted, mongo }) => {
      const [primary, ...others] = set.members;
      let turn = 0;
      // As behind a load balancer: who comes back comes to another gateway.
      const mqttUrl = () => gateways[turn++ % gateways.length]?.mqttUrl ?? "";
      const connected = planted.map((unit) => createAutoUnit(unit, mqttUrl));
      for (const unit of connected) unit.start();
      await Promise.all(connected.map((unit) => unit.sayLocks(locks(true), true)));
      for (const member of others) await member.kill();
      say("the other members are down; every unit says that its doors are open");
      let acknowledged = 0;
      const said = connected.map(async (unit) => {
        await unit.sayLocks(locks(false), true);
        acknowledged += 1;
      });
      await pause(aloneMs);
      const alone = acknowledged;
      say(`${alone} of ${units} were acknowledged meanwhile; the primary dies`);
      await primary?.kill();
      for (const member of others) await member.start();
      await Promise.all(said);
      say("every unit has its PUBACK");
      const { doors, lockHistory } = mongo.collections;
      const kept = await doors.countDocuments({ isLocked: false }, { readConcern: { level: "majority" } });
      const rows = await lockHistory.find({ isLocked: false }).toArray();
      const inHistory = new Set(rows.map(({ meta, channel }) => `${meta.unit}/${channel}`)).size;
      await Promise.all(connected.map((unit) => unit.stop()));
      return [
        exactly("PUBACKs of what one member alone knew", alone, 0),
        exactly("acknowledged locks that are lost", units * channels.length - kept, 0),
        exactly("acknowledged changes that the history does not have", units * channels.length - inHistory, 0),
      ];
    }).finally(set.stop);
  },
};

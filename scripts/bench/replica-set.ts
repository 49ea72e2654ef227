import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MongoClient } from "mongodb";
import { until } from "#shared/testing/eventually.ts";
import { findEngine } from "../services/find.ts";
import { startKeeper } from "../services/keeper.ts";
import { freePort } from "../services/ports.ts";

const set = "rs0";
const enginesDir = fileURLToPath(new URL("../../.engines", import.meta.url));
const readyMs = 60_000;

/** A MongoDB of three members on disk for one run alone, each a process that can be killed and started again. */
export const startReplicaSet = async (say: (line: string) => void) => {
  const dataDir = await mkdtemp(join(tmpdir(), "cansole-set-"));
  const engine = await findEngine("mongo", { env: process.env, enginesDir, say });
  const keeper = await startKeeper({ hold: dataDir });
  const members = await Promise.all(
    [0, 1, 2].map(async (_id) => {
      const port = await freePort();
      const directory = join(dataDir, String(_id));
      await mkdir(directory, { recursive: true });
      const args = [
        ...["--replSet", set, "--dbpath", directory, "--port", `${port}`, "--bind_ip", "127.0.0.1"],
        ...["--nounixsocket", "--wiredTigerCacheSizeGB", "0.25", "--oplogSize", "256", "--quiet"],
        ...["--setParameter", "diagnosticDataCollectionEnabled=false"],
      ];
      const start = () => keeper.run(engine.command, args, process.env);
      let running = await start();
      return {
        seat: { _id, host: `127.0.0.1:${port}`, priority: _id === 0 ? 2 : 1 },
        host: `127.0.0.1:${port}`,
        /** kill -9: what it alone knew is gone for the others. */
        kill: async (): Promise<void> => {
          process.kill(running.pid, "SIGKILL");
          await running.ended;
        },
        /** It stands still, as a computer that swaps; a thawed member goes on where it was. */
        freeze: (): void => void process.kill(running.pid, "SIGSTOP"),
        thaw: (): void => void process.kill(running.pid, "SIGCONT"),
        /** Again, with what it had on disk. */
        start: async (): Promise<void> => {
          running = await start();
        },
      };
    }),
  );
  const direct = async <T>(host: string, work: (client: MongoClient) => Promise<T>): Promise<T> => {
    const client = new MongoClient(`mongodb://${host}/?directConnection=true`, { serverSelectionTimeoutMS: 1_000 });
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  };
  const [first] = members;
  if (!first) throw new Error("a set has members");
  const config = { _id: set, members: members.map(({ seat }) => seat) };
  const initiate = (client: MongoClient) => client.db("admin").command({ replSetInitiate: config });
  await until("the first member", () => direct(first.host, initiate), readyMs);
  const findPrimary = async () => {
    for (const member of members) {
      const hello = await direct(member.host, (client) => client.db("admin").command({ hello: 1 })).catch(() => null);
      if (hello?.isWritablePrimary) return member;
    }
    return null;
  };
  const primary = () => until("a primary", findPrimary, readyMs);
  const haveJoined = async (client: MongoClient): Promise<boolean> => {
    const { members: states } = await client.db("admin").command({ replSetGetStatus: 1 });
    return states.every(({ state }: { state: number }) => state === 1 || state === 2);
  };
  await until("three members", async () => direct((await primary()).host, haveJoined), readyMs);

  return {
    uri: `mongodb://${members.map(({ host }) => host).join(",")}/cansole?replicaSet=${set}`,
    members,
    primary,
    stop: async (): Promise<void> => {
      await keeper.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
export type ReplicaSet = Awaited<ReturnType<typeof startReplicaSet>>;

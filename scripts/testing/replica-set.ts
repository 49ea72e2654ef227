import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MongoClient } from "mongodb";
import { until } from "#shared/testing/eventually.ts";
import { findEngine } from "../services/find.ts";
import { startKeeper } from "../services/keeper.ts";
import { freePort } from "../services/ports.ts";
import { temporaryFolder } from "./temporary.ts";

const enginesDir = fileURLToPath(new URL("../../.engines", import.meta.url));
const formedMs = 60_000;
/** As docs/operations.md says. MongoDB's own 10 s keep everything that writes waiting for this long. */
const electionTimeoutMillis = 5_000;

type Command = (order: Record<string, unknown>) => Promise<Record<string, unknown>>;
const primaryState = 1;
const secondaryState = 2;

/** Runs a server's program with these arguments, whose data stand in that folder. */
export type Wrapped = (command: string, args: string[], folder: string) => { command: string; args: string[] };

/**
 * An empty MongoDB of three members, each a process that can be killed, frozen and started again. With `wrapFirst` the
 * first member becomes the primary, and is run as that says.
 */
export const startReplicaSet = async (say: (line: string) => void = () => {}, wrapFirst?: Wrapped) => {
  const folder = await temporaryFolder("set");
  const keeper = await startKeeper({ hold: folder.path });
  const stop = async () => {
    await keeper.stop();
    await folder.remove();
  };
  const openMember = async (_id: number, command: string) => {
    const [port, dbpath] = [await freePort(), join(folder.path, `${_id}`)];
    await mkdir(dbpath);
    const args = ["--replSet", "rs0", "--dbpath", dbpath, "--port", `${port}`, "--bind_ip", "127.0.0.1"];
    args.push("--nounixsocket", "--wiredTigerCacheSizeGB", "0.25", "--oplogSize", "256", "--quiet");
    args.push("--setParameter", "transactionLifetimeLimitSeconds=10");
    const wrapped = _id === 0 && wrapFirst ? wrapFirst(command, args, dbpath) : { command, args };
    const run = () => keeper.run(wrapped.command, wrapped.args, process.env);
    let running = await run();
    const host = `127.0.0.1:${port}`;
    /** Sends a command to this member alone. */
    const request: Command = async (order) => {
      const options = { serverSelectionTimeoutMS: 1_000, socketTimeoutMS: 2_000 };
      const client = new MongoClient(`mongodb://${host}/?directConnection=true`, options);
      return client
        .db("admin")
        .command(order)
        .finally(() => client.close());
    };
    return {
      _id,
      name: `MongoDB ${_id}`,
      host,
      dbpath,
      request,
      pid: () => running.pid,
      kill: async (): Promise<void> => {
        process.kill(running.pid, "SIGKILL");
        await running.ended;
      },
      start: async (): Promise<void> => {
        running = await run();
      },
      freeze: () => process.kill(running.pid, "SIGSTOP"),
      thaw: () => process.kill(running.pid, "SIGCONT"),
      isPrimary: async (): Promise<boolean> =>
        (await request({ hello: 1 }).catch(() => null))?.isWritablePrimary === true,
    };
  };
  try {
    const { command } = await findEngine("mongo", { env: process.env, enginesDir, say });
    const members = await Promise.all([0, 1, 2].map((_id) => openMember(_id, command)));
    const seats = members.map(({ _id, host }) => ({ _id, host, priority: wrapFirst && _id === 0 ? 2 : 1 }));
    const config = { _id: "rs0", members: seats, settings: { electionTimeoutMillis } };
    const initiate = () => members[0]?.request({ replSetInitiate: config });
    await until("the first member", initiate, formedMs);
    /** Each member sees the others, and one of them leads. */
    const isWhole = async (): Promise<boolean> => {
      const answers = await Promise.all(members.map(({ request }) => request({ replSetGetStatus: 1 })));
      return answers.every(({ members: seen }) => {
        const states = (seen as { state: number }[]).map(({ state }) => state).sort();
        return states.join() === [primaryState, secondaryState, secondaryState].join();
      });
    };
    const untilWhole = () => until("a primary and two others", isWhole, formedMs);
    await untilWhole();
    return {
      uri: `mongodb://${members.map(({ host }) => host).join()}/cansole?replicaSet=rs0`,
      members,
      untilWhole,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

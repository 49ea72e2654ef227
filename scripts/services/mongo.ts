import { MongoClient, MongoServerError } from "mongodb";
import type { KeptServer } from "./keeper.ts";
import { type OwnServer, type StartOrder, startOwn } from "./own-server.ts";

const set = "rs0";
const notYetInitiated = 94;
const initiatedBefore = 23;
const aloneMs = 60_000;

/** How services reach a private one. */
export const mongoUrl = (port: number) => `mongodb://127.0.0.1:${port}/cansole?replicaSet=${set}`;

/**
 * A private mongod: a replica set of one member, because transactions and change streams need a set, with a small
 * cache and oplog. Ready means that it is primary under its present address.
 */
export const startMongo = (order: StartOrder): Promise<OwnServer> =>
  startOwn(order, {
    folder: "mongo",
    args: (port, directory) => [
      ...["--replSet", set, "--dbpath", directory, "--port", `${port}`, "--bind_ip", "127.0.0.1", "--nounixsocket"],
      ...["--wiredTigerCacheSizeGB", "0.25", "--oplogSize", "256", "--quiet"],
      // Nobody else could take over, so a clean end need not wait 15 s for clients to look around.
      ...["--setParameter", "shutdownTimeoutMillisForSignaledShutdown=0"],
      ...["--setParameter", "diagnosticDataCollectionEnabled=false"],
      // A transaction of a process that was killed in it keeps its records from everybody else for this long.
      ...["--setParameter", "transactionLifetimeLimitSeconds=10"],
    ],
    answers: becomePrimary,
    move: moveSet,
    url: mongoUrl,
  });

/**
 * Writes the new address into the set's configuration while the server stands alone. A member that starts under an
 * address which its configuration does not know queries the old one for its identity, and a program that listens there
 * without answering would delay the start by half a minute.
 */
async function moveSet(port: number, directory: string, run: (args: string[]) => Promise<KeptServer>): Promise<void> {
  const server = await run([
    "--dbpath",
    directory,
    "--port",
    `${port}`,
    "--bind_ip",
    "127.0.0.1",
    "--nounixsocket",
    "--quiet",
  ]);
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: aloneMs,
  });
  try {
    const connected = client.connect().then(() => true);
    connected.catch(() => {}); // where it ended first, that is what counts
    if (await Promise.race([connected, server.ended.then(() => false)])) {
      const sets = client.db("local").collection<{ _id: string }>("system.replset");
      await sets.updateOne({ _id: set }, { $set: { "members.0.host": `127.0.0.1:${port}` } });
    }
  } catch {
    // The start that follows reports what is wrong, or reconfigures the set itself.
  } finally {
    await client.close();
    end(server.pid);
    await server.ended;
  }
}

function end(pid: number) {
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    // It has ended by itself.
  }
}

async function becomePrimary(port: number, pid: number): Promise<void> {
  const host = `127.0.0.1:${port}`;
  const client = new MongoClient(`mongodb://${host}/?directConnection=true`, { serverSelectionTimeoutMS: 500 });
  try {
    await client.connect();
    const admin = client.db("admin");
    const { pid: answering } = await admin.command({ serverStatus: 1 });
    if (Number(answering) !== pid) throw new Error(`another process answers on port ${port}`);
    await settle(client, host);
    const hello = await admin.command({ hello: 1 });
    if (!hello.isWritablePrimary || hello.me !== host) throw new Error("it has not become primary yet");
    await admin.command({ ping: 1 });
  } finally {
    await client.close();
  }
}

/** The set's configuration carries the port: it is made once, and made anew when the data moved to another port. */
async function settle(client: MongoClient, host: string): Promise<void> {
  const admin = client.db("admin");
  try {
    const { config } = await admin.command({ replSetGetConfig: 1 });
    if (config.members.length === 1 && config.members[0].host === host) return;
    const members = [{ ...config.members[0], host }];
    await admin.command({ replSetReconfig: { ...config, version: config.version + 1, members }, force: true });
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== notYetInitiated) throw error;
    try {
      await admin.command({ replSetInitiate: { _id: set, members: [{ _id: 0, host }] } });
    } catch (again) {
      if (!(again instanceof MongoServerError) || again.code !== initiatedBefore) throw again;
    }
  }
}

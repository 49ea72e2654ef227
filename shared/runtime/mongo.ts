import { type ClientSession, MongoClient, MongoServerError, MongoServerSelectionError, Timestamp } from "mongodb";
import pRetry from "p-retry";
import type { ClusterTime } from "../http/fields.ts";
import { type Collections, collectionsOf } from "./collections.ts";
import { ConfigError } from "./config.ts";
import {
  createTransactionTurns,
  firstAnswerOf,
  forgetFirstAnswer,
  noteFirstAnswers,
  type TransactionLimits,
  transactionLimits,
} from "./transaction-turns.ts";

/** A session with MongoDB. No operator's login, and no session of a control unit. */
export type DbSession = ClientSession;

/** A process that starts on a busy computer may be too slow to receive MongoDB's first answer. */
const connectTries = 4;

/** A list of everything is read in batches of this many: reading a batch does not keep the process from other work. */
export const recordsPerBatch = 500;

/** Logical times as text that sorts: 16 hexadecimal digits. */
export const clusterTimeOf = (time: Timestamp): ClusterTime => time.toBigInt().toString(16).padStart(16, "0");
/** The next moment at which anything can have changed. */
export const rightAfter = (time: Timestamp): Timestamp => new Timestamp(time.toBigInt() + 1n);

/** MongoDB's code for a value that must be unique and is there already. */
export const duplicateKey = 11_000;
/** Another record has the value that must be unique. */
export const isTaken = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && error.code === duplicateKey;

const snapshotUnavailable = 246;
const snapshotTooOld = 239;
const maySnapshotLater = (error: unknown) =>
  [snapshotUnavailable, snapshotTooOld].includes((error as { code?: number }).code ?? 0);

/** The moment at which a snapshot session reads; its first read sets it. */
const momentOf = (dbSession: DbSession): ClusterTime => {
  const time = (dbSession as DbSession & { snapshotTime?: Timestamp }).snapshotTime;
  if (!time) throw new Error("a snapshot read must read something");
  return clusterTimeOf(time);
};

/** Throws a ConfigError that names the variable: what is wrong is its value, or what it leads to. */
const openClient = async (uri: string, appName: string): Promise<MongoClient> => {
  try {
    return await connected(uri, appName);
  } catch (error) {
    // The driver says nothing of user and password.
    throw new ConfigError(`MONGODB_URI leads to no MongoDB that can be used: ${(error as Error).message}`);
  }
};

const connected = async (uri: string, appName: string): Promise<MongoClient> => {
  const client = new MongoClient(uri, {
    appName,
    writeConcern: { w: "majority", journal: true },
    // No read concern here: the driver would send it in place of `snapshot`, and snapshot sessions would read anything.
    serverSelectionTimeoutMS: 2_000,
    // A connection that answers nothing is ended when its query is so old; a retry must not meet another one like it,
    // so those that nobody used lately are not kept. The monitor's own, which always polls, ends them all.
    socketTimeoutMS: 5_000,
    maxIdleTimeMS: 3_000,
    connectTimeoutMS: 5_000,
    heartbeatFrequencyMS: 2_000,
    // Made two at a time, the driver's default, connections keep calls waiting for seconds where each takes long: after a
    // failover or a quiet moment all are new, and a process with little of its processor needs a second for each.
    maxConnecting: 20,
    ignoreUndefined: true,
  });
  await pRetry(() => client.connect(), {
    retries: connectTries - 1,
    minTimeout: 500,
    factor: 1,
    shouldRetry: ({ error }) => error instanceof MongoServerSelectionError,
  });
  return client;
};

/**
 * Connects, and returns the two ways in which services use MongoDB. Writes are acknowledged by a majority with the
 * journal: the change stream then delivers them at once.
 */
export const connectMongo = async (
  uri: string,
  options: { database?: string; appName?: string; transactions?: TransactionLimits } = {},
) => {
  const client = await openClient(uri, options.appName ?? "cansole");
  const db = client.db(options.database);
  const collections: Collections = collectionsOf(db);
  const inTurn = createTransactionTurns(options.transactions ?? transactionLimits);

  /**
   * Runs `work` in one transaction. It may run again on a conflict, so it contains nothing but MongoDB calls that are
   * given its `dbSession`; Redis, queue and bus come after the commit. Throws TransactionsBusyError where its turn does
   * not come, conflicts do not end, or its first answer comes so late that nobody waits for it any more.
   */
  const inTransaction = <T>(work: (dbSession: DbSession) => Promise<T>): Promise<T> =>
    inTurn((mayTry) =>
      client.withSession((dbSession) => {
        noteFirstAnswers(dbSession);
        return dbSession.withTransaction(
          async () => {
            mayTry();
            forgetFirstAnswer(dbSession);
            const result = await work(dbSession);
            // Its begin may have waited for a line that stood still, while others changed the same.
            mayTry(firstAnswerOf(dbSession));
            return result;
          },
          { readConcern: { level: "snapshot" } },
        );
      }),
    );

  /**
   * As `readAsOf`, for rows that are read while they are sent: they go on being read at that one moment until `end`,
   * which the caller owes whatever happens.
   */
  const streamAsOf = async <T>(
    work: (dbSession: DbSession) => Promise<T>,
    tries = 3,
  ): Promise<{ found: T; asOf: ClusterTime; end: () => Promise<void> }> => {
    const dbSession = client.startSession({ snapshot: true });
    const end = () => dbSession.endSession();
    try {
      const found = await work(dbSession);
      return { found, asOf: momentOf(dbSession), end };
    } catch (error) {
      await end();
      if (tries <= 1 || !maySnapshotLater(error)) throw error;
    }
    return streamAsOf(work, tries - 1);
  };

  /**
   * Reads everything in `work` at one moment. `asOf` agrees exactly with the times of the change stream, so a page can
   * drop events that its load has already seen.
   */
  const readAsOf = async <T>(work: (dbSession: DbSession) => Promise<T>): Promise<{ found: T; asOf: ClusterTime }> => {
    const { end, ...read } = await streamAsOf(work);
    await end();
    return read;
  };

  /** The same for a reply: what was found, and the moment under its name. */
  const answerAsOf = async <T extends object>(
    work: (dbSession: DbSession) => Promise<T>,
  ): Promise<T & { asOf: ClusterTime }> => {
    const { found, asOf } = await readAsOf(work);
    return { ...found, asOf };
  };

  /** The clock of the primary, in whole milliseconds since 1970: the one that `$$NOW` is read from. */
  const serverTime = async (): Promise<number> => {
    const { localTime } = await client.db("admin").command({ hello: 1 }, { readPreference: "primary" });
    if (!(localTime instanceof Date)) throw new Error("MongoDB did not say what time it is");
    return localTime.getTime();
  };

  /** What the server says of a read at the majority: all that was written until then can be loaded. */
  const majorityTime = async (): Promise<Timestamp> => {
    const read = { find: "regions", limit: 1, projection: { _id: 1 }, readConcern: { level: "majority" } };
    return (await db.command(read)).operationTime as Timestamp;
  };

  /**
   * Tests with a write that changes nothing, and that a majority confirms: a server whose disk is full, that was locked, or
   * whose other members are away answers reads. Rejects with what keeps it from writing.
   */
  const tryWrite = async (): Promise<void> => {
    await collections.processes.updateOne({ _id: "nobody" }, { $unset: { host: "" } });
  };

  return {
    client,
    db,
    collections,
    serverTime,
    majorityTime,
    inTransaction,
    readAsOf,
    answerAsOf,
    streamAsOf,
    tryWrite,
    close: () => client.close(),
  };
};
export type Mongo = Awaited<ReturnType<typeof connectMongo>>;

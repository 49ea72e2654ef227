import type { MongoClient } from "mongodb";
import { within } from "../http/within.ts";
import { queueNames, reportQueue } from "../jobs/catalogue.ts";
import type { Mongo } from "../runtime/mongo.ts";
import type { Queues } from "../runtime/queues.ts";
import type { RedisConnection } from "../runtime/redis.ts";
import { sizeOf } from "../sheets/size-words.ts";
import type { ProcessDocument } from "./health.document.server.ts";
import { type ProcessKind, processKinds } from "./health.schema.ts";
import { goneAfterMs, type LineId } from "./health-lines.ts";
import { type MemberState, slowestLagMs } from "./replication-lag.ts";

interface Parts {
  mongo: Pick<Mongo, "client" | "db" | "collections" | "serverTime">;
  redis: RedisConnection;
  queues: Pick<Queues, "counts" | "oldestWaiting">;
}

/** What is known of the installation now. A figure that could not be read is missing. */
export interface Measured {
  /** By MongoDB's clock, milliseconds since 1970. */
  at: number;
  figures: Partial<Record<LineId, number>>;
  /** What a figure does not say. */
  notes: Partial<Record<LineId, string>>;
  processes: readonly ProcessDocument[];
  /** Silent, and no process of their kind has started since. */
  missing: readonly ProcessDocument[];
}
type Part = Pick<Measured, "figures" | "notes">;

const answerMs = 2_000;
/** At most this many, those seen last: one that is killed at each start leaves a document each time. */
const mostProcesses = 500;
const linesOfKinds: Record<ProcessKind, LineId> = { gateway: "gateways", workers: "workers", reports: "reports" };
const sum = (figures: readonly number[]) => figures.reduce((a, b) => a + b, 0);
const most = (figures: readonly number[]) => (figures.length === 0 ? undefined : Math.max(...figures));
const nothing = async (): Promise<Part> => ({ figures: {}, notes: {} });

export const isSilent = ({ seenAt }: Pick<ProcessDocument, "seenAt">, now: number): boolean =>
  now - seenAt.getTime() > goneAfterMs;

/** Each start replaces one process of its kind that fell silent before: what is left is missing. */
const missingOf = (processes: readonly ProcessDocument[], now: number): ProcessDocument[] => {
  const byTime = (a: Date, b: Date) => a.getTime() - b.getTime();
  const starts = processes.map(({ startedAt }) => startedAt).toSorted(byTime);
  const gone = processes.filter((one) => isSilent(one, now)).toSorted((a, b) => byTime(a.seenAt, b.seenAt));
  return gone.filter(({ seenAt }) => {
    const at = starts.findIndex((start) => start > seenAt);
    if (at !== -1) starts.splice(at, 1);
    return at === -1;
  });
};

const measureProcesses = (processes: readonly ProcessDocument[], now: number) => {
  const alive = processes.filter((one) => !isSilent(one, now));
  const figures: Measured["figures"] = {};
  const notes: Measured["notes"] = {};
  const missing: ProcessDocument[] = [];
  for (const kind of processKinds) {
    const gone = missingOf(
      processes.filter((one) => one.kind === kind),
      now,
    );
    const running = alive.filter((one) => one.kind === kind).length;
    missing.push(...gone);
    figures[linesOfKinds[kind]] = Math.max(gone.length, running === 0 ? 1 : 0);
    notes[linesOfKinds[kind]] = `${running} running`;
  }
  const of = (pick: (one: ProcessDocument) => number) => most(alive.map(pick));
  figures.loopDelay = of(({ loopDelayMs }) => loopDelayMs);
  figures.heap = of(({ heapShare }) => heapShare);
  figures.clockSkew = of(({ clockSkewMs }) => Math.abs(clockSkewMs));
  const versions = [...new Set(alive.map(({ version }) => version))];
  figures.versions = versions.length;
  notes.versions = versions.join(", ");
  figures.changeStream = most(alive.flatMap(({ streamDelayMs }) => streamDelayMs ?? []));
  const repaired = alive.flatMap(({ stockRepaired }) => stockRepaired ?? []);
  if (repaired.length > 0) figures.stockRepaired = sum(repaired);
  const machines = alive.flatMap((one) => one.machines ?? []);
  if (machines.length > 0)
    for (const name of ["connections", "messages", "dropped", "refused", "slowed"] as const)
      figures[name] = sum(machines.map((one) => one[name]));
  return { figures, notes, missing };
};

/** The members that are to be behind, or hold nothing: delayed ones and arbiters, which do not say so while they are away. */
const membersAside = async (client: MongoClient): Promise<Set<string>> => {
  const read = client.db("admin").command({ replSetGetConfig: 1 });
  const { config } = await read.catch(() => ({ config: { members: [] } }));
  const members: { host: string; arbiterOnly?: boolean; secondaryDelaySecs?: number }[] = config.members;
  const aside = members.filter(({ arbiterOnly, secondaryDelaySecs = 0 }) => arbiterOnly || secondaryDelaySecs > 0);
  return new Set(aside.map(({ host }) => host));
};

const measureMongo = async ({ mongo: { client, db, collections } }: Parts, now: number): Promise<Part> => {
  const [hello, stats, status, backup] = await Promise.all([
    db.command({ hello: 1 }),
    db.command({ dbStats: 1 }),
    client
      .db("admin")
      .command({ replSetGetStatus: 1 })
      .catch(() => null),
    collections.backups.findOne({ _id: "last" }),
  ]);
  const figures: Measured["figures"] = {};
  const notes: Measured["notes"] = {};
  const { lastWriteDate, majorityWriteDate } = hello.lastWrite ?? {};
  if (lastWriteDate && majorityWriteDate) figures.replicationLag = Math.max(0, lastWriteDate - majorityWriteDate);
  if (status) {
    const members: (MemberState & { name: string })[] = status.members;
    const aside = await membersAside(client);
    const slowest = slowestLagMs(
      members.filter(({ name }) => !aside.has(name)),
      (status.date as Date).getTime(),
    );
    if (slowest !== undefined) figures.replicationLag = Math.max(figures.replicationLag ?? 0, slowest);
    figures.mongoMembers = members.filter(({ health }) => health !== 1).length;
    notes.mongoMembers = members.map(({ name, stateStr }) => `${name} ${stateStr.toLowerCase()}`).join(", ");
  } else notes.mongoMembers = "Cansole's user may not read it: grant it clusterMonitor";
  if (stats.fsTotalSize > 0) {
    figures.disk = stats.fsUsedSize / stats.fsTotalSize;
    notes.disk = `${sizeOf(stats.fsTotalSize - stats.fsUsedSize)} free`;
  }
  if (backup) figures.backupAge = now - backup.takenAt.getTime();
  else notes.backupAge = "npm run backup has written none";
  return { figures, notes };
};

const measureRedis = async ({ redis }: Parts): Promise<Part> => {
  const said = new Map((await redis.info()).split(/\r?\n/).map((row) => row.split(":", 2) as [string, string]));
  const figure = (name: string) => Number(said.get(name) ?? 0);
  const isSaved = figure("aof_enabled") === 1 || said.get("rdb_last_bgsave_status") === "ok";
  const hasFailed = said.get("aof_last_write_status") === "err" || said.get("rdb_last_bgsave_status") === "err";
  const limit = figure("maxmemory") || figure("total_system_memory");
  const isMaster = said.get("role") === "master";
  const file = figure("aof_enabled") === 1 ? "append-only file" : "no append-only file";
  return {
    figures: {
      redisTrouble: !isMaster || hasFailed ? 2 : Number(figure("aof_enabled") !== 1 || !isSaved),
      ...(limit > 0 ? { redisMemory: figure("used_memory") / limit } : {}),
    },
    notes: {
      redisTrouble: `${said.get("role")}, ${hasFailed ? "cannot write to its disk" : file}`,
      redisMemory: `${sizeOf(figure("used_memory"))} of ${sizeOf(limit)}`,
    },
  };
};

const measureQueues = async ({ queues }: Parts, now: number): Promise<Part> => {
  // A wake-up of report workers waits while they write a long report: that is no lateness.
  const timed = queueNames.filter((name) => name !== reportQueue);
  const [counts, oldest] = await Promise.all([
    Promise.all(queueNames.map((name) => queues.counts(name))),
    Promise.all(timed.map(async (name) => ({ name, since: await queues.oldestWaiting(name) }))),
  ]);
  const [first] = oldest
    .flatMap(({ name, since }) => (since === null ? [] : [{ name, since }]))
    .toSorted((a, b) => a.since - b.since);
  return {
    figures: {
      queueAge: first ? Math.max(0, now - first.since) : 0,
      queueWaiting: sum(counts.map(({ waiting = 0 }) => waiting)),
      queueFailed: sum(counts.map(({ failed = 0 }) => failed)),
    },
    notes: first ? { queueAge: `in ${first.name}` } : {},
  };
};

/** Reads all figures at once. What does not answer in time is not known; only MongoDB's `processes` must answer. */
export const measureInstallation = async (parts: Parts): Promise<Measured> => {
  const known = (work: Promise<Part>) => within(answerMs, "The part", work).catch(nothing);
  const at = await parts.mongo.serverTime();
  const processes = await parts.mongo.collections.processes
    .find({ seenAt: { $gt: new Date(0) } }, { hint: "seen" })
    .sort({ seenAt: -1 })
    .limit(mostProcesses)
    .toArray();
  const { missing, ...own } = measureProcesses(processes, at);
  const found = await Promise.all([
    known(measureMongo(parts, at)),
    known(measureRedis(parts)),
    known(measureQueues(parts, at)),
  ]);
  return {
    at,
    figures: Object.assign(own.figures, ...found.map(({ figures }) => figures)),
    notes: Object.assign(own.notes, ...found.map(({ notes }) => notes)),
    processes,
    missing,
  };
};

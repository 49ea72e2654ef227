import type { Filter } from "mongodb";
import type { SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import { groupBy } from "#shared/grouping/group-by.ts";
import type { LockHistoryDocument } from "#shared/machines/histories.document.server.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Finder, Finding } from "../finding.ts";
import type { NetworkMachine } from "../network.ts";
import { listed, lockAt, readCommanded, readContainerLocks, readDoorCommands } from "./commanded-locks.ts";

type Parts = Pick<Mongo, "collections">;
const dayMs = 86_400_000;
/** A unit whose locks are known for this long is no new one. */
const commissionedMs = 3_600_000;

type OpenedRow = Pick<LockHistoryDocument, "receivedAt" | "channel" | "meta" | "at" | "boot" | "seq">;
type OpenedBy = Pick<SessionRowDocument, "machine" | "channel" | "facts">;

const nameOf = ({ channel, at, boot, seq }: OpenedRow): string => `${channel} ${at.getTime()} ${boot} ${seq}`;

/**
 * Those of one unit's rows that repeat an earlier one, because the unit got no PUBACK. One query, however many rows.
 */
const saidAgainAmong = async (
  { collections: { lockHistory } }: Parts,
  unit: Filter<LockHistoryDocument>,
  rows: readonly OpenedRow[],
  first: number,
): Promise<ReadonlySet<OpenedRow>> => {
  const alike = await lockHistory
    .find({
      ...unit,
      receivedAt: { $gt: new Date(first - dayMs) },
      boot: { $in: [...new Set(rows.map(({ boot }) => boot))] },
      seq: { $in: [...new Set(rows.map(({ seq }) => seq))] },
    })
    .project<OpenedRow>({ _id: 0, receivedAt: 1, channel: 1, at: 1, boot: 1, seq: 1 })
    .toArray();
  const firstAt = new Map<string, number>();
  for (const row of alike) {
    const at = row.receivedAt.getTime();
    firstAt.set(nameOf(row), Math.min(at, firstAt.get(nameOf(row)) ?? at));
  }
  return new Set(rows.filter((row) => (firstAt.get(nameOf(row)) ?? 0) < row.receivedAt.getTime()));
};

/**
 * The rows that are changes of a lock. The first state of a lock is no change (a unit may be installed while its doors
 * are open), and neither is a repeat. Of a unit that is known for long all other rows are changes: only rows of a new
 * unit are looked up one by one.
 */
const changesAmong = async (mongo: Parts, rows: readonly OpenedRow[]) => {
  const { lockHistory } = mongo.collections;
  const changes = new Set<OpenedRow>();
  for (const ofUnit of groupBy(rows, ({ meta }) => `${meta.machine}/${meta.unit}`).values()) {
    const [{ meta }] = ofUnit as [OpenedRow];
    const unit = { "meta.machine": meta.machine, "meta.unit": meta.unit };
    const isKnown = async (before: number, lock: { channel?: number } = {}) =>
      (await lockHistory.findOne({ ...unit, ...lock, receivedAt: { $lt: new Date(before) } })) !== null;
    const first = Math.min(...ofUnit.map(({ receivedAt }) => receivedAt.getTime()));
    const isOld = await isKnown(first - commissionedMs);
    const saidAgain = await saidAgainAmong(mongo, unit, ofUnit, first);
    for (const row of ofUnit) {
      const at = row.receivedAt.getTime();
      if (saidAgain.has(row)) continue;
      if (isOld || (await isKnown(at, { channel: row.channel })) || (await isKnown(at - commissionedMs)))
        changes.add(row);
    }
  }
  return changes;
};

/** Lock changes are read back so far before the last look: what was heard may wait for its turn to be stored. */
const readBackMs = 3 * 60_000;
/** Younger rows are judged next time: a unit may report just after the lock that a command opened it. */
const settledMs = 5_000;
/** After a pause of all workers one day is read; a network opens this many doors in a day. */
const most = 100_000;
/**
 * A unit reports that a command opened a lock, and that the lock is open, one right after the other. If it was not
 * connected it reports both once it is again, or one before and one after.
 */
const saidWithin = { ms: 60_000, messages: 10 };

/** Whether a unit has said beside such a change that a command had opened the lock. */
const readSaidOpened = async (mongo: Parts, machines: readonly NetworkMachine[], rows: readonly OpenedRow[]) => {
  if (rows.length === 0) return () => false;
  const first = rows.reduce((least, { receivedAt }) => Math.min(least, receivedAt.getTime()), Number.POSITIVE_INFINITY);
  const concerned = new Set(rows.map(({ meta }) => meta.machine));
  const ids = machines.flatMap(({ _id }) => (concerned.has(_id.toHexString()) ? [_id] : []));
  const commands = await readDoorCommands(mongo, ids, first - dayMs);
  const said = await mongo.collections.sessionRows
    .find({ session: { $in: commands.map(({ _id }) => _id) }, "facts.opened": { $exists: true } })
    .project<OpenedBy>({ _id: 0, machine: 1, channel: 1, "facts.opened": 1 })
    .toArray();
  const ofLock = groupBy(said, ({ machine, channel }) => lockAt(machine.toHexString(), channel));
  return ({ meta, channel, receivedAt, boot, seq }: OpenedRow): boolean =>
    (ofLock.get(lockAt(meta.machine, channel)) ?? []).some(({ facts: { opened } }) => {
      if (!opened) return false;
      if (Math.abs(opened.receivedAt.getTime() - receivedAt.getTime()) < saidWithin.ms) return true;
      return opened.boot === boot && Math.abs((opened.seq ?? 0) - seq) <= saidWithin.messages;
    });
};

/** Locks of containers that opened and that nobody had opened: a key, force, or a fault. */
export const doorWithoutCommand = (mongo: Parts): Finder => ({
  name: "door-without-command",
  kinds: ["door-without-command"],
  everyMs: 10_000,
  find: async ({ now, foundAt, network }) => {
    const from = Math.max(Math.min(foundAt, now) - readBackMs, now - dayMs);
    const opened = await mongo.collections.lockHistory
      .find({ receivedAt: { $gte: new Date(from), $lte: new Date(now - settledMs) }, isLocked: false })
      .project<OpenedRow>({ _id: 0, receivedAt: 1, channel: 1, meta: 1, at: 1, boot: 1, seq: 1 })
      .limit(most)
      .toArray();
    if (opened.length === 0) return [];
    const byMachine = groupBy(opened, ({ meta }) => meta.machine);
    const machines = (await network()).machines.filter(({ _id }) => byMachine.has(_id.toHexString()));
    const ids = machines.map(({ _id }) => _id);
    const isCommanded = await readCommanded(mongo, ids, from);
    const unexplained = opened.filter(
      ({ channel, meta, receivedAt }) => !isCommanded(lockAt(meta.machine, channel), receivedAt.getTime()),
    );
    const isSaidOpened = await readSaidOpened(mongo, machines, unexplained);
    const changes = await changesAmong(
      mongo,
      unexplained.filter((row) => !isSaidOpened(row)),
    );
    const changesOf = ({ _id }: NetworkMachine) =>
      (byMachine.get(_id.toHexString()) ?? []).filter((row) => changes.has(row));
    const isContainers = await readContainerLocks(
      mongo,
      machines.flatMap((machine) => changesOf(machine).map(({ channel }) => ({ machine: machine._id, channel }))),
    );
    return machines.flatMap((machine): Finding[] => {
      const subject = machine._id.toHexString();
      const forced = changesOf(machine).filter(({ channel }) => isContainers.has(lockAt(subject, channel)));
      if (forced.length === 0) return [];
      const channels = forced.map(({ channel }) => channel);
      const since = Math.max(...forced.map(({ receivedAt }) => receivedAt.getTime()));
      return [
        {
          kind: "door-without-command",
          subject,
          words: `${listed(channels)} of ${machine.name} opened without a command`,
          since,
          machine,
          isOfWork: since <= (machine.workUntil ?? 0),
        },
      ];
    });
  },
});

import type { ObjectId } from "mongodb";
import type { SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import { didNothing } from "#shared/control-units/failed-codes.ts";
import { groupBy } from "#shared/grouping/group-by.ts";
import type { LockHistoryDocument } from "#shared/machines/histories.document.server.ts";
import { isSilent } from "#shared/machines/machine.rules.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Finder, Finding } from "../finding.ts";
import type { NetworkMachine } from "../network.ts";

type Parts = Pick<Mongo, "collections">;
const openForMs = 2 * 60_000;
/** A stock update leaves doors open for so long, and a command may move a door so long after it was given. */
const commandedMs = 10 * 60_000;
/** Lock changes are read back so far: longer than a worker that was killed is followed. */
const readBackMs = 3 * 60_000;
const dayMs = 86_400_000;
const most = 5_000;

const listed = (channels: readonly number[]): string => {
  const inOrder = [...new Set(channels)].toSorted((a, b) => a - b);
  const shown = inOrder.slice(0, 5).join(", ");
  return `${inOrder.length === 1 ? "Lock" : "Locks"} ${shown}${inOrder.length > 5 ? ` and ${inOrder.length - 5} more` : ""}`;
};

/** Which locks of these machines somebody may have opened by a command lately: `machine/channel`. */
const commandedLocks = async ({ collections: { sessions } }: Parts, machines: ObjectId[], now: number) => {
  const found = await sessions
    .find({ machine: { $in: machines }, createdAt: { $gt: new Date(now - commandedMs - readBackMs) } })
    .project<{ machine: ObjectId; channels: number[] }>({ _id: 0, machine: 1, channels: 1 })
    .toArray();
  return new Set(
    found.flatMap(({ machine, channels }) => channels.map((channel) => `${machine.toHexString()}/${channel}`)),
  );
};

/** Locks that stay open while nobody works at them, of one machine together. */
export const doorOpen = (mongo: Parts): Finder => ({
  name: "door-open",
  kinds: ["door-open"],
  everyMs: 10_000,
  find: async ({ now, network }) => {
    const open = await mongo.collections.doors
      .find({ isLocked: false, receivedAt: { $lte: new Date(now - openForMs) } }, { hint: "open" })
      .project<{ serialNumber: string; channel: number; receivedAt: Date }>({
        _id: 0,
        serialNumber: 1,
        channel: 1,
        receivedAt: 1,
      })
      .limit(most)
      .toArray();
    if (open.length === 0) return [];
    const doors = groupBy(open, ({ serialNumber }) => serialNumber);
    // Of one that is silent nobody knows whether it is open now.
    const heard = (await network()).machines.filter(
      ({ serialNumber, lastSeen }) =>
        serialNumber !== null && doors.has(serialNumber) && lastSeen !== null && !isSilent(lastSeen, now),
    );
    const ids = heard.map(({ _id }) => _id);
    const commanded = ids.length > 0 ? await commandedLocks(mongo, ids, now) : new Set<string>();
    return heard.flatMap((machine): Finding[] => {
      const subject = machine._id.toHexString();
      const left = (doors.get(machine.serialNumber ?? "") ?? []).filter(
        ({ channel, receivedAt }) =>
          !commanded.has(`${subject}/${channel}`) || now - receivedAt.getTime() > commandedMs,
      );
      if (left.length === 0) return [];
      const channels = left.map(({ channel }) => channel);
      return [
        {
          kind: "door-open",
          subject,
          words: `${listed(channels)} of ${machine.name} open`,
          since: Math.min(...left.map(({ receivedAt }) => receivedAt.getTime())),
          machine,
        },
      ];
    });
  },
});

/** A unit whose locks are known for so long is no new one. */
const commissionedMs = 3_600_000;

type OpenedRow = Pick<LockHistoryDocument, "receivedAt" | "channel" | "meta">;

/**
 * The rows that are a lock's change. What a unit says first of a lock, when it is put up with open doors, is none. Of a
 * unit that is known for long all are: only those of a new one are looked up one by one.
 */
const changesAmong = async ({ collections: { lockHistory } }: Parts, rows: readonly OpenedRow[]) => {
  const changes = new Set<OpenedRow>();
  for (const ofUnit of groupBy(rows, ({ meta }) => `${meta.machine}/${meta.unit}`).values()) {
    const [{ meta }] = ofUnit as [OpenedRow];
    const unit = { "meta.machine": meta.machine, "meta.unit": meta.unit };
    const isKnown = async (before: number, lock: { channel?: number } = {}) =>
      (await lockHistory.findOne({ ...unit, ...lock, receivedAt: { $lt: new Date(before) } })) !== null;
    const first = Math.min(...ofUnit.map(({ receivedAt }) => receivedAt.getTime()));
    const isOld = await isKnown(first - commissionedMs);
    for (const row of ofUnit) {
      const at = row.receivedAt.getTime();
      if (isOld || (await isKnown(at, { channel: row.channel })) || (await isKnown(at - commissionedMs)))
        changes.add(row);
    }
  }
  return changes;
};

/** Locks that opened and that nobody had opened: a key, force, or a fault. */
export const doorWithoutCommand = (mongo: Parts): Finder => ({
  name: "door-without-command",
  kinds: ["door-without-command"],
  everyMs: 10_000,
  find: async ({ now, network }) => {
    const opened = await mongo.collections.lockHistory
      .find({ receivedAt: { $gte: new Date(now - readBackMs) }, isLocked: false })
      .project<OpenedRow>({ _id: 0, receivedAt: 1, channel: 1, meta: 1 })
      .limit(most)
      .toArray();
    if (opened.length === 0) return [];
    const byMachine = groupBy(opened, ({ meta }) => meta.machine);
    const machines = (await network()).machines.filter(({ _id }) => byMachine.has(_id.toHexString()));
    const ids = machines.map(({ _id }) => _id);
    const commanded = ids.length > 0 ? await commandedLocks(mongo, ids, now) : new Set<string>();
    const uncommanded = opened.filter(({ channel, meta }) => !commanded.has(`${meta.machine}/${channel}`));
    const changes = await changesAmong(mongo, uncommanded);
    return machines.flatMap((machine): Finding[] => {
      const subject = machine._id.toHexString();
      const forced = (byMachine.get(subject) ?? []).filter((row) => changes.has(row));
      if (forced.length === 0) return [];
      const channels = forced.map(({ channel }) => channel);
      return [
        {
          kind: "door-without-command",
          subject,
          words: `${listed(channels)} of ${machine.name} opened without a command`,
          since: Math.max(...forced.map(({ receivedAt }) => receivedAt.getTime())),
          machine,
        },
      ];
    });
  },
});

type FailedRow = Pick<SessionRowDocument, "machine" | "channel" | "label" | "facts">;
const failedAtOf = ({ facts }: FailedRow): number => facts.failed?.receivedAt.getTime() ?? 0;

const failedTwice = (rows: readonly FailedRow[], machine: NetworkMachine | undefined): Finding[] => {
  const [row] = rows;
  if (!row || rows.length < 2 || !machine) return [];
  return [
    {
      kind: "container-failed",
      subject: `${row.machine.toHexString()}-${row.channel}`,
      words: `Container ${row.label} of ${machine.name} failed ${rows.length === 2 ? "twice" : `${rows.length} times`}`,
      since: Math.max(...rows.map(failedAtOf)),
      machine,
    },
  ];
};

/** Containers whose opening failed at least twice within a day. */
export const containerFailed = ({ collections: { sessionRows } }: Parts): Finder => ({
  name: "container-failed",
  kinds: ["container-failed"],
  everyMs: 30_000,
  find: async ({ now, network }) => {
    const failed = await sessionRows
      .find({ "facts.failed.receivedAt": { $gt: new Date(now - dayMs) } }, { hint: "failedAt" })
      .project<FailedRow>({ _id: 0, machine: 1, channel: 1, label: 1, "facts.failed": 1 })
      .limit(most)
      .toArray();
    const broken = failed.filter(({ facts, channel }) => channel !== null && facts.failed && !didNothing(facts.failed));
    if (broken.length < 2) return [];
    const machines = new Map((await network()).machines.map((machine) => [machine._id.toHexString(), machine]));
    const byContainer = groupBy(broken, ({ machine, channel }) => `${machine.toHexString()}/${channel}`);
    return [...byContainer.values()].flatMap((rows) =>
      failedTwice(rows, machines.get(rows[0]?.machine.toHexString() ?? "")),
    );
  },
});

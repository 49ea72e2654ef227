import { eachLimited } from "#shared/concurrency/limit.ts";
import type { SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import { movesDoor } from "#shared/control-units/control-unit.rules.ts";
import { didNothing } from "#shared/control-units/failed-codes.ts";
import { CommandType } from "#shared/events/machine-topics.ts";
import { groupBy } from "#shared/grouping/group-by.ts";
import { isSilent } from "#shared/machines/machine.rules.ts";
import type { DoorDocument } from "#shared/registration/unit.document.server.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Finder, Finding } from "../finding.ts";
import type { NetworkMachine } from "../network.ts";
import { commandedMs, listed, lockAt, readCommanded, readContainerLocks } from "./commanded-locks.ts";

type Parts = Pick<Mongo, "collections">;
const openForMs = 2 * 60_000;
const dayMs = 86_400_000;
const most = 5_000;

type OpenDoor = Pick<DoorDocument, "serialNumber" | "channel" | "boot" | "receivedAt">;

/** A unit names all its locks after it was switched on: what it has not named since then is no lock of it any more. */
const latestBoots = async ({ collections: { doors } }: Parts, units: string[]): Promise<Map<string, string>> => {
  if (units.length === 0) return new Map();
  const found = await doors
    .aggregate<{ _id: string; boot: string }>([
      { $match: { serialNumber: { $in: units } } },
      { $sort: { connectionNumber: -1, receivedAt: -1 } },
      { $group: { _id: "$serialNumber", boot: { $first: "$boot" } } },
    ])
    .toArray();
  return new Map(found.map(({ _id, boot }) => [_id, boot]));
};

/** Since when a lock is open: its unit says so again each time that it connects, and each time at a later moment. */
const openSince = async (
  { collections: { lockHistory } }: Parts,
  machine: string,
  { serialNumber, channel, receivedAt }: OpenDoor,
): Promise<Date> => {
  const lock = { "meta.machine": machine, "meta.unit": serialNumber, channel };
  const find = async (isLocked: boolean, $gt: Date, way: 1 | -1): Promise<Date | undefined> => {
    const rows = lockHistory.find({ ...lock, isLocked, receivedAt: { $lt: receivedAt, $gt } });
    const [row] = await rows.sort({ receivedAt: way }).limit(1).toArray();
    return row?.receivedAt;
  };
  const dayBefore = new Date(receivedAt.getTime() - dayMs);
  const lockedAt = await find(true, dayBefore, -1);
  return (await find(false, lockedAt ?? dayBefore, 1)) ?? receivedAt;
};

/** Locks of containers that stay open while nobody works at them, of one machine together. */
export const doorOpen = (mongo: Parts): Finder => ({
  name: "door-open",
  kinds: ["door-open"],
  everyMs: 10_000,
  find: async ({ now, open, network }) => {
    // The newest: open locks of units that are gone stay stored for good.
    const found = await mongo.collections.doors
      .find({ isLocked: false }, { hint: "open" })
      .project<OpenDoor>({ _id: 0, serialNumber: 1, channel: 1, boot: 1, receivedAt: 1 })
      .sort({ receivedAt: -1 })
      .limit(most)
      .toArray();
    if (found.length === 0) return [];
    const doors = groupBy(found, ({ serialNumber }) => serialNumber);
    const known = new Set(open.map(({ subject }) => subject.id));
    // Nobody knows whether a door of a silent machine is open now: no alarm is raised, and an open one stays.
    const machines = (await network()).machines.filter(
      ({ _id, serialNumber, lastSeen }) =>
        serialNumber !== null &&
        doors.has(serialNumber) &&
        (known.has(_id.toHexString()) || (lastSeen !== null && !isSilent(lastSeen, now))),
    );
    const ids = machines.map(({ _id }) => _id);
    const isCommanded = await readCommanded(mongo, ids, now - commandedMs);
    const young = machines.flatMap((machine) => {
      const subject = machine._id.toHexString();
      if (known.has(subject)) return [];
      const left = doors.get(machine.serialNumber ?? "") ?? [];
      return left.flatMap((door) => (now - door.receivedAt.getTime() < openForMs ? { subject, door } : []));
    });
    const [failure] = await eachLimited(young, 8, async ({ subject, door }) => {
      door.receivedAt = await openSince(mongo, subject, door);
    });
    if (failure !== undefined) throw failure;
    const candidates = machines.flatMap((machine) => {
      const subject = machine._id.toHexString();
      const left = (doors.get(machine.serialNumber ?? "") ?? []).filter(({ channel, receivedAt }) => {
        const at = receivedAt.getTime();
        // A known alarm does not end because its door is reported open again at a later time.
        if (now - at < openForMs && !known.has(subject)) return false;
        return now - at > commandedMs || !isCommanded(lockAt(subject, channel), at);
      });
      return left.length > 0 ? [{ machine, subject, left }] : [];
    });
    const boots = await latestBoots(
      mongo,
      candidates.flatMap(({ machine }) => machine.serialNumber ?? []),
    );
    const isContainers = await readContainerLocks(
      mongo,
      candidates.flatMap(({ machine, left }) => left.map(({ channel }) => ({ machine: machine._id, channel }))),
    );
    return candidates.flatMap(({ machine, subject, left }): Finding[] => {
      const present = left.filter(
        ({ serialNumber, channel, boot }) =>
          boots.get(serialNumber) === boot && isContainers.has(lockAt(subject, channel)),
      );
      if (present.length === 0) return [];
      const channels = present.map(({ channel }) => channel);
      const since = Math.min(...present.map(({ receivedAt }) => receivedAt.getTime()));
      return [{ kind: "door-open", subject, words: `${listed(channels)} of ${machine.name} open`, since, machine }];
    });
  },
});

type FailedRow = Pick<SessionRowDocument, "machine" | "channel" | "label" | "facts">;
const moving = CommandType.options.filter(movesDoor);
const failedAtOf = ({ facts }: FailedRow): number => facts.failed?.receivedAt.getTime() ?? 0;

const failedTwice = (rows: readonly FailedRow[], machine: NetworkMachine | undefined): Finding[] => {
  // As it was called at the last one.
  const row = rows.toSorted((a, b) => failedAtOf(a) - failedAtOf(b)).at(-1);
  if (!row || rows.length < 2 || !machine) return [];
  return [
    {
      kind: "container-failed",
      subject: `${row.machine.toHexString()}-${row.channel}`,
      words: `Container ${row.label} of ${machine.name} failed ${rows.length === 2 ? "twice" : `${rows.length} times`}`,
      since: failedAtOf(row),
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
      // A query opens nothing.
      .find({ "facts.failed.receivedAt": { $gt: new Date(now - dayMs) }, type: { $in: moving } }, { hint: "failedAt" })
      .project<FailedRow>({ _id: 0, machine: 1, channel: 1, label: 1, "facts.failed": 1 })
      .limit(most)
      .toArray();
    const broken = failed.filter(({ facts }) => facts.failed && !didNothing(facts.failed));
    if (broken.length < 2) return [];
    const machines = new Map((await network()).machines.map((machine) => [machine._id.toHexString(), machine]));
    const byContainer = groupBy(broken, ({ machine, channel }) => `${machine.toHexString()}/${channel}`);
    return [...byContainer.values()].flatMap((rows) =>
      failedTwice(rows, machines.get(rows[0]?.machine.toHexString() ?? "")),
    );
  },
});

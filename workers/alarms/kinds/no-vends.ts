import type { ObjectId } from "mongodb";
import { eachLimited } from "#shared/concurrency/limit.ts";
import { isSilent } from "#shared/machines/machine.rules.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Finder, Finding } from "../finding.ts";
import type { NetworkMachine } from "../network.ts";

type Parts = Pick<Mongo, "collections">;

const hour = 3_600_000;
const week = 7 * 24 * hour;
const weeks = 4;
/** The lengths of time without a sale that are judged. */
const silences = [hour, 3 * hour, 12 * hour];
const longest = 12 * hour;
/** A silence is unusual if at least this many sales are usual in it, which makes it three usual gaps long. */
const gaps = 3;
/** Heartbeats are kept about once a minute: a unit that beats as rarely leaves gaps of two. */
const keptEveryMs = 60_000;

interface MachineSales {
  _id: ObjectId;
  /** The last one of the last 12 hours; null where none was made. */
  last: Date | null;
  /** How many were made in the same hours of the four weeks before, of each silence. */
  before: number[];
}

/**
 * When the machine's unit last came back after a silence long enough to be offline, looking back to `since`; both in
 * milliseconds since 1970. 0 if it was not silent, or nothing is known.
 */
const cameBack = async (
  { collections: { liveHistory } }: Parts,
  { _id, offlineAfterMs }: NetworkMachine,
  since: number,
): Promise<number> => {
  const rows = await liveHistory
    .find({ "meta.machine": _id.toHexString(), receivedAt: { $gt: new Date(since) } })
    .project<{ receivedAt: Date }>({ _id: 0, receivedAt: 1 })
    .sort({ receivedAt: 1 })
    .toArray();
  const times = rows.map(({ receivedAt }) => receivedAt.getTime());
  return times.findLast((at, n) => at - (times[n - 1] ?? since) > offlineAfterMs + keptEveryMs) ?? 0;
};

/** How many sales were made at a machine in the four weeks before at the hours from a moment until now, in milliseconds. */
const usualSince = (
  { collections: { orders } }: Parts,
  machine: ObjectId,
  since: number,
  now: number,
): Promise<number> => {
  const before = Array.from({ length: weeks }, (_, ago) => (ago + 1) * week);
  const hours = before.map((ago) => ({ time: { $gt: new Date(since - ago), $lte: new Date(now - ago) } }));
  return orders.countDocuments({ machine, status: "payment successful", $or: hours });
};

/** Machines that answer and at which nobody buys, at hours of the week at which somebody usually does. */
export const noVends = (mongo: Parts): Finder => ({
  name: "no-vends",
  kinds: ["no-vends"],
  everyMs: 600_000,
  find: async ({ now, steadySince, open, network }) => {
    const windows = Array.from({ length: weeks + 1 }, (_, ago) => now - ago * week);
    const at = (end: number, length: number) => ({ $gt: new Date(end - length), $lte: new Date(end) });
    const inSameHours = (length: number) => ({
      $or: windows.slice(1).map((end) => ({
        $and: [{ $gt: ["$time", new Date(end - length)] }, { $lte: ["$time", new Date(end)] }],
      })),
    });
    const sums = silences.map((length, n) => [`before${n}`, { $sum: { $cond: [inSameHours(length), 1, 0] } }]);
    const found = await mongo.collections.orders
      .aggregate<MachineSales>([
        { $match: { $or: windows.map((end) => ({ status: "payment successful" as const, time: at(end, longest) })) } },
        {
          $group: {
            _id: "$machine",
            last: { $max: { $cond: [{ $gt: ["$time", new Date(now - longest)] }, "$time", null] } },
            ...Object.fromEntries(sums),
          },
        },
        { $project: { last: 1, before: silences.map((_, n) => `$before${n}`) } },
      ])
      .toArray();
    if (found.length === 0 && open.length === 0) return [];
    const salesOf = new Map(found.map((one) => [one._id.toHexString(), one]));
    const openSince = new Map(open.map(({ subject, startedAt }) => [subject.id, startedAt.getTime()]));
    const findings: Finding[] = [];
    const failures = await eachLimited((await network()).machines, 8, async (machine) => {
      const subject = machine._id.toHexString();
      const sales = salesOf.get(subject);
      // An offline machine has an alarm of its own.
      if (!machine.active || machine.lastSeen === null || isSilent(machine.lastSeen, now)) return;
      const last = sales?.last?.getTime() ?? null;
      const known = openSince.get(subject);
      // An open alarm stays until somebody buys, also where fewer sales are usual later.
      const isStill = known !== undefined && (last ?? 0) <= known;
      const opened = machine.openSince ?? now;
      const enough = gaps * weeks;
      const isUnusual = async (quietSince: number) => {
        if (silences.some((length, n) => now - quietSince >= length && (sales?.before[n] ?? 0) >= enough)) return true;
        // The machine has not been open for long: what was usual while it could sell counts, if nothing was sold on the
        // evening before either.
        const isDayShort = opened > now - longest && last === null && (sales?.before.at(-1) ?? 0) >= enough;
        return isDayShort && (await usualSince(mongo, machine._id, quietSince, now)) >= enough;
      };
      // While it is closed, deactive or offline, somebody works at it or nothing runs, it sells nothing; its customers
      // come back after that.
      const mayNotSell = Math.max(opened, machine.workUntil ?? 0, machine.activeSince, steadySince);
      const quietSince = Math.max(last ?? 0, mayNotSell);
      const isMissed = async () =>
        (await isUnusual(quietSince)) &&
        isUnusual(Math.max(quietSince, await cameBack(mongo, machine, Math.max(quietSince, now - longest))));
      if (!isStill && !(await isMissed())) return;
      const since = known ?? last ?? now - longest;
      findings.push({ kind: "no-vends", subject, words: `Nobody buys at ${machine.name}`, since, machine });
    });
    if (failures.length > 0) throw failures[0];
    return findings;
  },
});

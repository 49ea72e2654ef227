import type { ObjectId } from "mongodb";
import { isSilent } from "#shared/machines/machine.rules.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Finder, Finding } from "../finding.ts";

const hour = 3_600_000;
const week = 7 * 24 * hour;
const weeks = 4;
/** So long without a sale is looked at. */
const silences = [hour, 3 * hour, 12 * hour];
const longest = 12 * hour;
/** Three usual gaps without a sale are a silence in which so many sales were usual. */
const gaps = 3;

interface MachineSales {
  _id: ObjectId;
  /** The last one of the last 12 hours; null where none was made. */
  last: Date | null;
  /** How many were made in the same hours of the four weeks before, of each silence. */
  before: number[];
}

/** Machines that answer and at which nobody buys, at hours of the week at which somebody usually does. */
export const noVends = ({ collections: { orders } }: Pick<Mongo, "collections">): Finder => ({
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
    const found = await orders
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
    return (await network()).machines.flatMap((machine): Finding[] => {
      const subject = machine._id.toHexString();
      const sales = salesOf.get(subject);
      // One that is offline has an alarm of its own.
      if (!machine.active || machine.lastSeen === null || isSilent(machine.lastSeen, now)) return [];
      const last = sales?.last?.getTime() ?? null;
      const known = openSince.get(subject);
      // Who is silent stays so until somebody buys, also when fewer sales are usual later.
      const isStill = known !== undefined && (last ?? 0) <= known;
      // While it is deactive, somebody works at it or nothing runs, it sells nothing; its customers come back after that.
      const quietSince = Math.max(last ?? 0, machine.workUntil ?? 0, machine.activeSince, steadySince);
      const isUnusual = silences.some(
        (length, n) => now - quietSince >= length && (sales?.before[n] ?? 0) >= gaps * weeks,
      );
      if (!isStill && !isUnusual) return [];
      const since = known ?? last ?? now - longest;
      return [{ kind: "no-vends", subject, words: `Nobody buys at ${machine.name}`, since, machine }];
    });
  },
});

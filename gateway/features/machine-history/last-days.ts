import { type Document, ObjectId } from "mongodb";
import type { LastDay } from "#shared/machines/machine-history.schema.ts";
import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { latestSilences, longestStepMs, type Silence } from "./silences.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock" | "limits" | "presence">;

interface Rows {
  _id: string;
  first: Date;
  last: Date;
  /** Two rows in a row that are too far apart. */
  steps: { last: Date; next: Date }[];
}

const dayMs = 86_400_000;
const moment = (at: number) => new Date(at).toISOString();

/** The first and last row of each machine since then, and the steps between two that are longer than usual. */
const rowsSince = (machines: readonly string[], start: number, stepMs: number): Document[] => [
  { $match: { "meta.machine": { $in: machines }, receivedAt: { $gte: new Date(start) } } },
  {
    $setWindowFields: {
      partitionBy: "$meta.machine",
      sortBy: { receivedAt: 1 },
      output: { last: { $shift: { output: "$receivedAt", by: -1 } } },
    },
  },
  {
    $group: {
      _id: "$meta.machine",
      first: { $min: "$receivedAt" },
      last: { $max: "$receivedAt" },
      steps: {
        $push: {
          $cond: [
            { $gt: [{ $subtract: ["$receivedAt", "$last"] }, stepMs] },
            { last: "$last", next: "$receivedAt" },
            "$$REMOVE",
          ],
        },
      },
    },
  },
];

/**
 * The gaps of several machines in the last 24 hours. One pass over the rows of that day, in the order of their index;
 * machines whose day began in silence are asked for the row before it.
 */
export const createLastDays = ({ mongo, clock, limits, presence }: Parts) => {
  const { liveHistory, units } = mongo.collections;
  const speaking = createUnitsOfMachines({ units }).speaking;
  const silentAfterMs = limits.silentAfterSeconds * 1_000;
  const kept = { silentAfterMs, rowEveryMs: limits.storeLiveEveryMs };
  const stepMs = longestStepMs(kept);

  const rowBefore = async (machine: string, start: number): Promise<number | null> => {
    const [row] = await liveHistory
      .find({ "meta.machine": machine, receivedAt: { $lt: new Date(start) } })
      .project<{ receivedAt: Date }>({ receivedAt: 1 })
      .sort({ receivedAt: -1 })
      .limit(1)
      .toArray();
    return row?.receivedAt.getTime() ?? null;
  };

  const dayOf = async (machine: string, rows: Rows | undefined, lastSeen: number | null, now: number) => {
    const start = now - dayMs;
    const first = rows?.first.getTime() ?? null;
    const isWhole = first !== null && first - start <= stepMs;
    const before = isWhole ? null : await rowBefore(machine, start);
    const silences: Silence[] = (rows?.steps ?? []).map(({ last, next }) => ({
      from: last.getTime() + silentAfterMs,
      to: next.getTime(),
    }));
    if (before !== null && first !== null && first - before > stepMs)
      silences.unshift({ from: before + silentAfterMs, to: first });
    const last = rows?.last.getTime() ?? before;
    silences.push(...latestSilences({ last }, lastSeen, now, kept));
    const since = isWhole || before !== null ? start : (first ?? lastSeen);
    return {
      _id: machine,
      since: since === null ? null : moment(since),
      gaps: silences
        .filter(({ to }) => (to ?? now) > start)
        .map(({ from, to }) => ({ from: moment(from), to: to === null ? null : moment(to) })),
    };
  };

  /** One result for each named machine, known or not, in their order. */
  return async (machines: readonly string[]): Promise<{ until: string; machines: LastDay[] }> => {
    const now = clock.now();
    const [found, speaks] = await Promise.all([
      liveHistory.aggregate<Rows>(rowsSince(machines, now - dayMs, stepMs)).toArray(),
      speaking.among(machines.map((id) => new ObjectId(id))),
    ]);
    const heard = await presence.read(speaks.map(({ serialNumber }) => serialNumber));
    const rowsOf = new Map(found.map((rows) => [rows._id, rows]));
    const seenOf = new Map(
      speaks.map(({ machine, serialNumber }) => [machine.toHexString(), heard.get(serialNumber)?.lastSeen ?? null]),
    );
    const days = machines.map((id) => dayOf(id, rowsOf.get(id), seenOf.get(id) ?? null, now));
    return { until: moment(now), machines: await Promise.all(days) };
  };
};

import type { Mongo } from "#shared/runtime/mongo.ts";
import type { HeartbeatHistory } from "./silences.ts";
import { windowsMs } from "./silences.ts";

/** Two rows in a row of a machine, too far apart. */
interface Step {
  last: Date;
  next: Date;
}
interface Question {
  machine: string;
  now: number;
  silentAfterMs: number;
  longestStepMs: number;
}

/**
 * What the heartbeats of a machine say of its silences. The database goes through its rows in their order, which the
 * index gives it, and hands over only what is too far apart: 90 days of one row a minute take it a quarter of a second.
 */
export const createHeardRepository = ({ collections: { liveHistory } }: Pick<Mongo, "collections">) => {
  const stepsOf = ({ machine, longestStepMs }: Question) => [
    { $match: { "meta.machine": machine } },
    {
      $setWindowFields: {
        sortBy: { receivedAt: 1 },
        output: { last: { $shift: { output: "$receivedAt", by: -1 } } },
      },
    },
    // Before the first row there is none: no difference, and null is not greater than a number.
    { $match: { $expr: { $gt: [{ $subtract: ["$receivedAt", "$last"] }, longestStepMs] } } },
    { $project: { _id: 0, last: 1, next: "$receivedAt" } },
  ];
  const silentSince = (start: number, silentAfterMs: number) => ({
    $sum: {
      $max: [0, { $subtract: ["$next", { $max: [{ $add: ["$last", silentAfterMs] }, new Date(start)] }] }],
    },
  });
  const rowAt = async (machine: string, way: 1 | -1): Promise<number | null> => {
    const [row] = await liveHistory
      .find({ "meta.machine": machine })
      .project<{ receivedAt: Date }>({ receivedAt: 1 })
      .sort({ receivedAt: way })
      .limit(1)
      .toArray();
    return row?.receivedAt.getTime() ?? null;
  };

  return {
    /**
     * Also the newest steps that ended before `before`, at most `most`; and all that ended after `since`, where that is
     * given: of 30 days at most 20,000, because each lasts longer than two minutes.
     */
    of: async (
      question: Question,
      { before, most, since }: { before: Date; most: number; since: Date | null },
    ): Promise<{ heard: HeartbeatHistory; steps: Step[]; lately: Step[] }> => {
      const { machine, now, silentAfterMs } = question;
      const [found, first, last] = await Promise.all([
        liveHistory
          .aggregate<{ steps: Step[]; lately: Step[]; silent: HeartbeatHistory["silent"][] }>([
            ...stepsOf(question),
            {
              $facet: {
                steps: [{ $match: { next: { $lt: before } } }, { $sort: { next: -1 } }, { $limit: most }],
                lately: [{ $match: since === null ? { $expr: false } : { next: { $gt: since } } }],
                silent: [
                  {
                    $group: {
                      _id: null,
                      sevenDays: silentSince(now - windowsMs.sevenDays, silentAfterMs),
                      thirtyDays: silentSince(now - windowsMs.thirtyDays, silentAfterMs),
                    },
                  },
                  { $project: { _id: 0 } },
                ],
              },
            },
          ])
          .toArray(),
        rowAt(machine, 1),
        rowAt(machine, -1),
      ]);
      const [one] = found;
      const silent = one?.silent[0] ?? { sevenDays: 0, thirtyDays: 0 };
      return { heard: { first, last, silent }, steps: one?.steps ?? [], lately: one?.lately ?? [] };
    },
  };
};
export type HeardRepository = ReturnType<typeof createHeardRepository>;

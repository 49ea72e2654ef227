import { createOneRun } from "#shared/concurrency/single-flight.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { dayMs, type TalliedList, talliedLists } from "#shared/runtime/tallies/tallied-lists.ts";
import type { TallyProgressDocument } from "#shared/runtime/tallies/tallies.document.ts";
import { type DatabaseTime, databaseTime } from "../parts.ts";
import { countDay } from "./count-day.ts";
import { changedDays, nextDay, progressOf } from "./due-days.ts";

interface Parts extends DatabaseTime {
  mongo: Pick<Mongo, "collections" | "db" | "serverTime" | "inTransaction">;
  log: Pick<Logger, "info">;
  /** How long a job counts each list at most; it ends the day that it is at, and the next job goes on. */
  countMs?: number;
}

const defaultCountMs = 10_000;

/**
 * Keeps the tallies of the long lists, by which their pages are found: a day is counted anew whenever one of its rows
 * changed. Any number of workers may count at once, and any may be killed: what is not noted as seen is counted again.
 */
export const createTallies = ({ mongo, databaseClock, log, countMs = defaultCountMs }: Parts) => {
  const { tallyProgress } = mongo.collections;
  let ending = false;

  const time = async () => new Date(await databaseTime({ mongo, databaseClock }));

  /** Days that have none yet, the oldest first; each is noted, so that the next run continues. */
  const countMissing = async (list: TalliedList, from: Date, until: number): Promise<void> => {
    for (let missingFrom: Date | null = from; missingFrom && !ending && performance.now() < until; ) {
      const day = await nextDay(mongo, list, missingFrom);
      if (day) await countDay(mongo, list, day);
      const next: Date | null = day && new Date(day.getTime() + dayMs);
      // A worker that made this list begin anew meanwhile, or counted it as well, noted another day.
      const { matchedCount } = await tallyProgress.updateOne(
        { _id: list.name, missingFrom },
        { $set: { missingFrom: next } },
      );
      if (matchedCount === 0) return;
      missingFrom = next;
    }
  };

  /** Days whose rows changed. Days for which there was no time are noted, and the next run continues with them. */
  const countChanged = async (list: TalliedList, { seenTo, look }: TallyProgressDocument, until: number) => {
    const now = await time();
    // Where MongoDB's clock was set back, rows change from now on at times that were seen already.
    const { at, due } = look ?? { at: now, due: await changedDays(mongo, list, now < seenTo ? now : seenTo) };
    for (const [nth, day] of due.entries()) {
      if (ending || (nth > 0 && performance.now() >= until)) {
        await tallyProgress.updateOne({ _id: list.name }, { $set: { look: { at, due: due.slice(nth) } } });
        return;
      }
      await countDay(mongo, list, day);
    }
    await tallyProgress.updateOne({ _id: list.name }, { $set: { seenTo: at }, $unset: { look: true } });
  };

  const countList = async (list: TalliedList, until: number): Promise<void> => {
    const progress = await progressOf(mongo, list, await time());
    await countChanged(list, progress, until);
    if (progress.missingFrom) await countMissing(list, progress.missingFrom, until);
  };

  const countAll = async (): Promise<void> => {
    for (const list of talliedLists) await countList(list, performance.now() + countMs);
  };

  const counting = createOneRun(countAll);
  return {
    /** Days whose rows changed, and those that have no tallies yet. */
    count: counting.run,
    /** Counts every day anew, beside traffic; returns how many there are, and how many were wrong. */
    rebuild: async (): Promise<{ days: number; mended: number }> => {
      const done = { days: 0, mended: 0 };
      for (const list of talliedLists) {
        for (let day = await nextDay(mongo, list, new Date(0)); day && !ending; ) {
          if (await countDay(mongo, list, day)) done.mended += 1;
          done.days += 1;
          day = await nextDay(mongo, list, new Date(day.getTime() + dayMs));
        }
      }
      log.info(done, "every day of the long lists was counted again");
      return done;
    },
    /** Goes on until no day is left. */
    countAllDays: async (): Promise<void> => {
      for (const list of talliedLists) await countList(list, Number.POSITIVE_INFINITY);
    },
    /** Ends what runs after the day that is being counted. */
    stop: async (): Promise<void> => {
      ending = true;
      await counting.idle();
    },
  };
};
export type Tallies = ReturnType<typeof createTallies>;

import { MongoError } from "mongodb";
import pRetry from "p-retry";
import type { Clock } from "#shared/runtime/clock.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { countedAfterMs } from "#shared/runtime/ranks/moved-rows.ts";
import { type RankedList, rankedLists, wholeOf } from "#shared/runtime/ranks/ranked-lists.ts";
import { dropFalse } from "./drop-false.ts";
import { findFalseMoving } from "./false-moving.ts";
import { createMovingWalk } from "./moving-walk.ts";
import { createWalk } from "./walk.ts";

interface Parts {
  mongo: Pick<Mongo, "collections" | "db" | "serverTime" | "inTransaction" | "readAsOf">;
  /** What MongoDB's own time is said to be, in tests that move it. */
  databaseClock?: Clock | undefined;
  log: Pick<Logger, "info" | "warn">;
  lists?: readonly RankedList[];
}

/**
 * Rows are ranked when they are so old: none can come before them any more. MongoDB ends a transaction after 60 s, and
 * looks for such ones every 30 s.
 */
const settledAfterMs = 120_000;
/** A job goes on for so long at most, and the next one where it ended. */
const buildMs = 10_000;
/** A walk along millions of rows is not begun anew for an answer that did not come: its step is taken again. */
const patience = { retries: 12, minTimeout: 1_000, maxTimeout: 5_000, factor: 2 };

/**
 * Keeps the anchors by which pages of long lists are found (specification: Pages by number).
 * Any number of workers may do so at once; each goes on from where the
 * database says that all scopes are.
 */
export const createRanks = ({ mongo, databaseClock, log, lists = rankedLists }: Parts) => {
  const movingWalks = lists.flatMap((list) =>
    list.moving ? [{ list, moving: list.moving, walk: createMovingWalk(mongo, list, list.moving) }] : [],
  );
  const walks = lists.map((list) => ({ list, walk: createWalk(mongo, list), isUnderWay: false }));
  let ending = false;
  let building: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const before = async (ms: number) => new Date((databaseClock?.now() ?? (await mongo.serverTime())) - ms);
  const cutoff = () => before(settledAfterMs);
  /** All scopes have their anchors up to the last one of the whole list. */
  const farthest = (list: RankedList) =>
    mongo.collections.rankAnchors.findOne({ scope: wholeOf(list).name }, { sort: { k: -1 }, hint: "k" });

  const again = <T>(step: () => Promise<T>): Promise<T> =>
    pRetry(step, { ...patience, shouldRetry: ({ error }) => error instanceof MongoError && !ending });

  const buildMoving = async (until: number) => {
    for (const { walk } of movingWalks)
      for (const work of [walk.takeIn, async () => walk.step(await before(countedAfterMs))]) {
        let met = -1;
        while (met !== 0 && !ending && performance.now() < until) met = await work();
      }
  };
  const buildAll = async () => {
    const until = performance.now() + buildMs;
    for (const one of walks) {
      const { list, walk } = one;
      // What a walk remembers is worth more than what it costs only while it has far to go.
      if (!one.isUnderWay) walk.beginAt(await farthest(list));
      one.isUnderWay = false;
      const upTo = await cutoff();
      let met = -1;
      while (met !== 0 && !ending && performance.now() < until) met = await walk.step(upTo);
      one.isUnderWay = met !== 0;
    }
    await buildMoving(until);
  };
  const begin = (): Promise<void> => {
    building = buildAll().finally(() => {
      building = null;
    });
    return building;
  };

  return {
    /**
     * Anchors of what has come until this call. Ends early where there is much; the next call goes on. While one is
     * under way, which may be past what the caller has seen come, another follows it for all who ask meanwhile.
     */
    build: (): Promise<void> => {
      if (!building) return begin();
      next ??= building
        .catch(() => undefined)
        .then(() => {
          next = null;
          if (!ending) return begin();
        });
      return next;
    },
    /**
     * Walks every list from its first row, beside traffic: what is missing is written, what is false is made right or
     * goes. Stopped before the end it mended what it came by; while MongoDB does not answer it waits where it stands.
     */
    rebuild: async (): Promise<void> => {
      for (const list of lists) {
        const walk = createWalk(mongo, list);
        walk.beginAt(null);
        let upTo = await again(cutoff);
        for (let met = -1; met !== 0; met = await again(() => walk.step(upTo))) {
          if (ending) return;
          // What came while it walked is walked as well: others may have gone on from what was false.
          upTo = await again(cutoff);
        }
        const dropped = await again(() => dropFalse(mongo, list, walk, upTo));
        if (dropped > 0) log.warn({ list: list.name, dropped }, "anchors of rows that are not there are gone");
        log.info({ list: list.name, rows: walk.rowsOf(wholeOf(list).name) }, "every 50th row has its anchor");
      }
      for (const { list, moving, walk } of movingWalks) {
        if (await walk.isSparse()) await walk.beginAnew();
        const found = await findFalseMoving(mongo, list, moving);
        if (found) {
          log.warn({ list: list.name, scope: found }, "moving anchors were false: they are built anew");
          await walk.beginAnew();
        }
      }
      await buildMoving(Number.POSITIVE_INFINITY);
    },
    /** Ends what runs after the step that it is in. */
    stop: async (): Promise<void> => {
      ending = true;
      await building?.catch(() => undefined);
      await next?.catch(() => undefined);
    },
  };
};
export type Ranks = ReturnType<typeof createRanks>;

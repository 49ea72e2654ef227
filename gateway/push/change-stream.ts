import { isHistoryLost } from "#shared/runtime/change-streams.ts";
import type { ChangeFeed, GatewayParts } from "../parts.ts";
import { createChangeCursor, type Place } from "./change-cursor.ts";
import { createChangeListeners } from "./change-listeners.ts";

type Parts = Pick<GatewayParts, "mongo" | "log" | "metrics" | "limits">;

/** A stream that lived for this long had recovered from what it failed with before. */
const recoveredAfterMs = 10_000;

/** What stays broken is retried ever more seldom, and within 5 s of its end. `failures` in a row, at least one. */
export const pauseMs = (failures: number): number => Math.min(200 * 2 ** (failures - 1), 5_000);

const schemaEvents = new Set(["drop", "rename"]);

/**
 * Follows MongoDB's changes in one loop, in order: those of the collections that somebody listens to. It begins at a
 * moment that pages can load, one that a majority has: the primary's own time is ahead of it, and what was written
 * between would come from neither. The moment is taken before `start` resolves, because the driver opens a stream
 * lazily and would miss what is written first.
 */
export const createChangeFeed = ({ mongo, log, metrics, limits }: Parts) => {
  const { on, onGap, collections, publish, publishGap, guarded } = createChangeListeners(log);
  const cursor = createChangeCursor({ mongo });
  /** False from the first change that was skipped until listeners know of the gap. */
  let isWhole = true;
  let stopped = false;
  let end: () => void = () => undefined;
  const ending = new Promise<void>((resolve) => {
    end = resolve;
  });
  /** When pages and listeners had last loaded again: what lay in the stream until then does not make it late. */
  let loadedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;

  const failed = async (error: unknown): Promise<void> => {
    failures += 1;
    log.warn({ err: error }, "the change stream broke, it is opened again");
    // Cut short by the end of the gateway.
    await Promise.race([new Promise((resolve) => setTimeout(resolve, pauseMs(failures)).unref()), ending]);
  };

  const announceGap = async (why: string) => {
    log.warn({ why }, "changes were skipped, pages load again");
    isWhole = false;
    await publishGap();
    isWhole = true;
    loadedAt = performance.now();
  };

  /** The event that was read last is skipped, and the stream's own token may be behind it already. */
  const skip = (why: string): { why: string; from: "now" } => {
    isWhole = false;
    return { why, from: "now" };
  };

  /** Reads until the stream ends or fails; says why, and whether it can go on where it was. */
  const read = async (): Promise<{ why: string; from: Place | "now" }> => {
    try {
      while (cursor.isOpen() && !stopped) {
        const event = await cursor.next();
        if (stopped) break;
        if (event.operationType === "invalidate") return skip("the database was dropped");
        if (schemaEvents.has(event.operationType)) await announceGap("a collection was dropped");
        if (!("documentKey" in event)) continue;
        const late = cursor.lateMs(event);
        metrics.streamDelay.observe(late / 1_000);
        if (Math.min(late, performance.now() - loadedAt) > limits.streamLateMs)
          return skip("more than the limit behind");
        publish(event);
      }
      return { why: "stopped", from: "now" };
    } catch (error) {
      if (cursor.openForMs() > recoveredAfterMs) failures = 0;
      if (!stopped) await failed(error);
      return { why: "the change stream broke", from: isHistoryLost(error) ? "now" : (cursor.place() ?? "now") };
    }
  };

  const open = (from: Place) => cursor.open(from, collections());

  const follow = async () => {
    while (!stopped) {
      const { why, from } = await read();
      await guarded("close", cursor.close);
      let next = from;
      while (!stopped) {
        if (next === "now") isWhole = false;
        try {
          await open(next === "now" ? await cursor.majorityMoment() : next);
          break;
        } catch (error) {
          next = "now";
          await failed(error);
        }
      }
      if (!stopped && next === "now") await announceGap(why);
    }
  };

  const feed: ChangeFeed = { on, onGap, position: () => (isWhole ? cursor.position() : null) };

  return {
    ...feed,
    /** Resolves once the feed will deliver every later write, as soon as the changes are followed. */
    start: async () => cursor.begin(await cursor.majorityMoment()),
    /**
     * Delivers what changed since the start, and goes on. Listeners are known by now: only their collections are
     * followed.
     */
    follow: async () => {
      await open(cursor.place() ?? (await cursor.majorityMoment()));
      void follow();
    },
    /** Whether the stream still receives from MongoDB. */
    isHeard: () => cursor.silentMs() <= limits.streamSilentMs,
    silentMs: cursor.silentMs,
    /** Nothing is published afterwards. The read that is under way is not awaited: MongoDB ends it up to 1 s later. */
    stop: async () => {
      stopped = true;
      end();
      await guarded("close", cursor.close);
    },
  };
};
export type OpenChangeFeed = ReturnType<typeof createChangeFeed>;

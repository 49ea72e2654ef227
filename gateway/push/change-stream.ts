import type { ChangeStream, ChangeStreamDocument, ObjectId, ResumeToken, Timestamp } from "mongodb";
import { isHistoryLost, momentOfToken } from "#shared/runtime/change-streams.ts";
import type { CollectionName } from "#shared/runtime/collections.ts";
import { clusterTimeOf, rightAfter } from "#shared/runtime/mongo.ts";
import type { Change, ChangeFeed, GatewayParts } from "../parts.ts";
import { wanted } from "./wanted-changes.ts";

type Listener = (change: Change) => Promise<void> | void;
type Parts = Pick<GatewayParts, "mongo" | "log" | "metrics" | "limits">;
/** Where a stream begins. */
type Place = { resumeAfter: ResumeToken } | { startAtOperationTime: Timestamp };
type RecordChange = Extract<ChangeStreamDocument, { documentKey: unknown }> & { wallTime?: Date };

/** A stream that lived for so long had recovered from what it failed with before. */
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
  const listeners = new Map<CollectionName, Listener[]>();
  const gapListeners: (() => Promise<void> | void)[] = [];
  let stream: ChangeStream | undefined;
  let place: Place | undefined;
  /** False from the first change that was skipped until listeners know of the gap. */
  let isWhole = true;
  /** When MongoDB last answered the stream, be it that nothing has changed. */
  let heardAt = performance.now();
  let stopped = false;
  let end: () => void = () => undefined;
  const ending = new Promise<void>((resolve) => {
    end = resolve;
  });
  let openedAt = 0;
  /** When pages and listeners had last loaded again: what lay in the stream until then does not make it late. */
  let loadedAt = Number.NEGATIVE_INFINITY;
  let looping: Promise<void> = Promise.resolve();

  const guarded = async (what: string, call: () => Promise<void> | void) => {
    try {
      await call();
    } catch (error) {
      log.error({ err: error, listener: what }, "a listener of changes failed");
    }
  };

  const publish = (event: RecordChange) => {
    const collection = event.ns.coll as CollectionName;
    const after = "fullDocument" in event ? (event.fullDocument ?? null) : null;
    // An update whose record is gone by now: its removal event follows.
    if (after === null && event.operationType !== "delete") return;
    const before = "fullDocumentBeforeChange" in event ? (event.fullDocumentBeforeChange ?? null) : null;
    const change = {
      collection,
      id: event.documentKey._id as ObjectId,
      t: clusterTimeOf(event.clusterTime as NonNullable<typeof event.clusterTime>),
      after,
      before,
    } as unknown as Change;
    for (const listener of listeners.get(collection) ?? []) void guarded(collection, () => listener(change));
  };

  /** How far our clock is ahead of the database's: lateness is measured on its clock alone. */
  let aheadMs = 0;
  const lateMs = (event: RecordChange) =>
    event.wallTime ? Math.max(0, Date.now() - aheadMs - event.wallTime.getTime()) : 0;

  /** Right behind the moment that a page which loads now would show. */
  const majorityMoment = async (): Promise<Place> => ({ startAtOperationTime: rightAfter(await mongo.majorityTime()) });

  const open = async (from: Place) => {
    const { localTime } = await mongo.db.admin().command({ hello: 1 });
    aheadMs = Date.now() - (localTime as Date).getTime();
    place = from;
    openedAt = performance.now();
    stream = mongo.db.watch(wanted([...listeners.keys()]), {
      fullDocument: "updateLookup",
      fullDocumentBeforeChange: "whenAvailable",
      ...from,
    });
    stream.on("resumeTokenChanged", () => {
      heardAt = performance.now();
    });
  };

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
    for (const listener of gapListeners) await guarded("gap", listener);
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
      while (stream && !stopped) {
        const event: ChangeStreamDocument = await stream.next();
        place = { resumeAfter: event._id as ResumeToken };
        if (event.operationType === "invalidate") return skip("the database was dropped");
        if (schemaEvents.has(event.operationType)) await announceGap("a collection was dropped");
        if (!("documentKey" in event)) continue;
        const late = lateMs(event);
        metrics.streamDelay.observe(late / 1_000);
        if (Math.min(late, performance.now() - loadedAt) > limits.streamLateMs)
          return skip("more than the limit behind");
        publish(event);
      }
      return { why: "stopped", from: "now" };
    } catch (error) {
      if (performance.now() - openedAt > recoveredAfterMs) failures = 0;
      if (!stopped) await failed(error);
      return { why: "the change stream broke", from: isHistoryLost(error) || !place ? "now" : place };
    }
  };

  const follow = async () => {
    while (!stopped) {
      const { why, from } = await read();
      await guarded("close", async () => stream?.close());
      let next = from;
      while (!stopped) {
        if (next === "now") isWhole = false;
        try {
          await open(next === "now" ? await majorityMoment() : next);
          break;
        } catch (error) {
          next = "now";
          await failed(error);
        }
      }
      if (!stopped && next === "now") await announceGap(why);
    }
  };

  const feed: ChangeFeed = {
    on: (collection, listener) => {
      listeners.set(collection, [...(listeners.get(collection) ?? []), listener as unknown as Listener]);
    },
    onGap: (listener) => {
      gapListeners.push(listener);
    },
    position: () => {
      if (!isWhole || !place) return null;
      const began =
        "resumeAfter" in place ? momentOfToken(place.resumeAfter) : clusterTimeOf(place.startAtOperationTime);
      return momentOfToken(stream?.resumeToken) ?? began;
    },
  };

  return {
    ...feed,
    /** Resolves once the feed will deliver every later write, as soon as the changes are followed. */
    start: async () => {
      place = await majorityMoment();
    },
    /**
     * Delivers what changed since the start, and goes on. Listeners are known by now: only their collections are
     * followed.
     */
    follow: async () => {
      await open(place ?? (await majorityMoment()));
      looping = follow();
    },
    /** Whether the stream still receives from MongoDB. */
    isHeard: () => performance.now() - heardAt <= limits.streamSilentMs,
    silentMs: () => performance.now() - heardAt,
    stop: async () => {
      stopped = true;
      end();
      await guarded("close", async () => stream?.close());
      await looping;
    },
  };
};
export type OpenChangeFeed = ReturnType<typeof createChangeFeed>;

import type { ChangeStream, ChangeStreamDocument, ObjectId, ResumeToken } from "mongodb";
import { type CollectionName, followed } from "#shared/runtime/collections.ts";
import { clusterTimeOf } from "#shared/runtime/mongo.ts";
import type { Change, ChangeFeed, GatewayParts } from "../parts.ts";

type Listener = (change: Change) => Promise<void> | void;
type Parts = Pick<GatewayParts, "mongo" | "log" | "metrics" | "limits">;
type RecordChange = Extract<ChangeStreamDocument, { documentKey: unknown }> & { wallTime?: Date };

/** The history that a resume token needs is gone, or the stream itself was ended by the server. */
const lostForGood = new Set([286, 280, 50811]);
const retryMs = 200;
/** Units say all their locks again after each reconnect: a door that stays as it was is no news. */
const doorSaidAgain = {
  "ns.coll": "doors",
  operationType: "update",
  "updateDescription.updatedFields.isLocked": { $exists: false },
};
/** The end of the stream itself names no collection. */
const wanted = [
  {
    $match: { $or: [{ "ns.coll": { $in: followed }, $nor: [doorSaidAgain] }, { operationType: "invalidate" }] },
  },
];
const schemaEvents = new Set(["drop", "rename"]);

/**
 * Follows MongoDB's changes in one loop, in order. It starts at the `operationTime` of a ping that is answered before
 * `start` resolves, because the driver opens a stream lazily and would miss what is written first.
 */
export const createChangeFeed = ({ mongo, log, metrics, limits }: Parts) => {
  const listeners = new Map<CollectionName, Listener[]>();
  const gapListeners: (() => Promise<void> | void)[] = [];
  let stream: ChangeStream | undefined;
  let stopped = false;
  let looping: Promise<void> = Promise.resolve();

  const guarded = async (what: string, call: () => Promise<void> | void) => {
    try {
      await call();
    } catch (error) {
      log.error({ err: error, listener: what }, "a listener of changes failed");
    }
  };

  const tell = (event: RecordChange) => {
    const collection = event.ns.coll as CollectionName;
    const after = "fullDocument" in event ? (event.fullDocument ?? null) : null;
    // An update whose record is gone by now: its removal follows and tells.
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

  const open = async (from: { resumeAfter: ResumeToken } | "now") => {
    const { localTime } = await mongo.db.admin().command({ hello: 1 });
    aheadMs = Date.now() - (localTime as Date).getTime();
    const where = from === "now" ? { startAtOperationTime: (await mongo.db.command({ ping: 1 })).operationTime } : from;
    stream = mongo.db.watch(wanted, {
      fullDocument: "updateLookup",
      fullDocumentBeforeChange: "whenAvailable",
      ...where,
    });
  };

  const announceGap = async (why: string) => {
    log.warn({ why }, "changes were skipped, pages load again");
    for (const listener of gapListeners) await guarded("gap", listener);
  };

  /** Reads until the stream ends or fails; says why. */
  const read = async (): Promise<{ why: string; from: { resumeAfter: ResumeToken } | "now" }> => {
    let token: ResumeToken | undefined;
    try {
      while (stream && !stopped) {
        const event: ChangeStreamDocument = await stream.next();
        token = event._id as ResumeToken;
        if (event.operationType === "invalidate") return { why: "the database was dropped", from: "now" };
        if (schemaEvents.has(event.operationType)) await announceGap("a collection was dropped");
        if (!("documentKey" in event)) continue;
        const late = lateMs(event);
        metrics.streamDelay.observe(late / 1_000);
        if (late > limits.streamLateMs) return { why: "more than the limit behind", from: "now" };
        tell(event);
      }
      return { why: "stopped", from: "now" };
    } catch (error) {
      const code = (error as { code?: number }).code ?? 0;
      if (!stopped) log.warn({ err: error }, "the change stream broke");
      return { why: "the change stream broke", from: lostForGood.has(code) || !token ? "now" : { resumeAfter: token } };
    }
  };

  const follow = async () => {
    while (!stopped) {
      const { why, from } = await read();
      await guarded("close", async () => stream?.close());
      let next = from;
      while (!stopped) {
        try {
          await open(next);
          break;
        } catch (error) {
          log.warn({ err: error }, "the change stream cannot be opened yet");
          next = "now";
          await new Promise((resolve) => setTimeout(resolve, retryMs));
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
  };

  return {
    ...feed,
    /** Resolves once every later write will be heard. */
    start: async () => {
      await open("now");
      looping = follow();
    },
    stop: async () => {
      stopped = true;
      await guarded("close", async () => stream?.close());
      await looping;
    },
  };
};
export type OpenChangeFeed = ReturnType<typeof createChangeFeed>;

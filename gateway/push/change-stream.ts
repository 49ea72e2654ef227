import type { ChangeStream, ChangeStreamDocument, ObjectId, ResumeToken, Timestamp } from "mongodb";
import type { CollectionName } from "#shared/runtime/collections.ts";
import { clusterTimeOf, rightAfter } from "#shared/runtime/mongo.ts";
import type { Change, ChangeFeed, GatewayParts } from "../parts.ts";

type Listener = (change: Change) => Promise<void> | void;
type Parts = Pick<GatewayParts, "mongo" | "log" | "metrics" | "limits">;
/** Where a stream begins. */
type Place = { resumeAfter: ResumeToken } | { startAtOperationTime: Timestamp };
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
/** Rows come into being with their session, whose number nobody has been told yet: nobody can look at them. */
const newRow = { "ns.coll": "sessionRows", operationType: "insert" };
const changedFields = {
  $map: { input: { $objectToArray: { $ifNull: ["$updateDescription.updatedFields", {}] } }, in: "$$this.k" },
};
/** Updates of what no screen shows, and of nothing else. */
const untold = (collection: CollectionName, fields: string[]) => ({
  "ns.coll": collection,
  operationType: "update",
  $expr: { $setIsSubset: [changedFields, fields] },
});
/** A worker took into account what it is counted as. */
const counted = (collection: CollectionName) => ({
  "ns.coll": collection,
  operationType: "update",
  "updateDescription.removedFields": ["movedFrom"],
  "updateDescription.updatedFields": {},
});
const silent = [
  doorSaidAgain,
  newRow,
  counted("orders"),
  counted("canTransactions"),
  untold("sessions", ["hasTurn", "resentAs"]),
  untold("sessionRows", ["deadlineAt", "awaitsRestart", "serialNumber", "connection", "toApply"]),
];
/** The end of the stream itself names no collection. */
const wanted = (collections: CollectionName[]) => {
  const untoldHere = silent.filter((one) => collections.includes(one["ns.coll"] as CollectionName));
  const news = { "ns.coll": { $in: collections }, ...(untoldHere.length > 0 ? { $nor: untoldHere } : {}) };
  return [{ $match: { $or: [news, { operationType: "invalidate" }] } }];
};
const schemaEvents = new Set(["drop", "rename"]);

/**
 * Follows MongoDB's changes in one loop, in order: those of the collections that somebody listens to. It begins at a
 * moment that pages can load, one that a majority has: the primary's own time is ahead of it, and what was written
 * between would be told by neither. The moment is taken before `start` resolves, because the driver opens a stream
 * lazily and would miss what is written first.
 */
export const createChangeFeed = ({ mongo, log, metrics, limits }: Parts) => {
  const listeners = new Map<CollectionName, Listener[]>();
  const gapListeners: (() => Promise<void> | void)[] = [];
  let stream: ChangeStream | undefined;
  let place: Place | undefined;
  /** When MongoDB last answered the stream, be it that nothing has changed. */
  let heardAt = performance.now();
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

  /** Right behind the moment that a page which loads now would show: what the server says of a read at the majority. */
  const majorityMoment = async (): Promise<Place> => {
    const read = { find: "regions", limit: 1, projection: { _id: 1 }, readConcern: { level: "majority" } };
    const { operationTime } = await mongo.db.command(read);
    return { startAtOperationTime: rightAfter(operationTime as Timestamp) };
  };

  const open = async (from: Place) => {
    const { localTime } = await mongo.db.admin().command({ hello: 1 });
    aheadMs = Date.now() - (localTime as Date).getTime();
    place = from;
    stream = mongo.db.watch(wanted([...listeners.keys()]), {
      fullDocument: "updateLookup",
      fullDocumentBeforeChange: "whenAvailable",
      ...from,
    });
    stream.on("resumeTokenChanged", () => {
      heardAt = performance.now();
    });
  };

  const announceGap = async (why: string) => {
    log.warn({ why }, "changes were skipped, pages load again");
    for (const listener of gapListeners) await guarded("gap", listener);
  };

  /** Reads until the stream ends or fails; says why, and whether it can go on where it was. */
  const read = async (): Promise<{ why: string; from: Place | "now" }> => {
    try {
      while (stream && !stopped) {
        const event: ChangeStreamDocument = await stream.next();
        place = { resumeAfter: event._id as ResumeToken };
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
      return { why: "the change stream broke", from: lostForGood.has(code) || !place ? "now" : place };
    }
  };

  const follow = async () => {
    while (!stopped) {
      const { why, from } = await read();
      await guarded("close", async () => stream?.close());
      let next = from;
      while (!stopped) {
        try {
          await open(next === "now" ? await majorityMoment() : next);
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
    /** Resolves once every later write will be heard, as soon as the changes are followed. */
    start: async () => {
      place = await majorityMoment();
    },
    /** Tells what changed since the start, and goes on. Who listens is known by now: only that is followed. */
    follow: async () => {
      await open(place ?? (await majorityMoment()));
      looping = follow();
    },
    /** Whether the stream still hears MongoDB. */
    isHeard: () => performance.now() - heardAt <= limits.streamSilentMs,
    stop: async () => {
      stopped = true;
      await guarded("close", async () => stream?.close());
      await looping;
    },
  };
};
export type OpenChangeFeed = ReturnType<typeof createChangeFeed>;

import { setTimeout as pause } from "node:timers/promises";
import type { ChangeStreamDocument, ObjectId } from "mongodb";
import type { CollectionName } from "#shared/runtime/collections.ts";
import { clusterTimeOf } from "#shared/runtime/mongo.ts";
import type { Change, ChangeFeed, GatewayParts } from "../parts.ts";

const gapTries = 5;
const gapPauseMs = 300;

type Listener = (change: Change) => Promise<void> | void;
export type RecordChange = Extract<ChangeStreamDocument, { documentKey: unknown }> & { wallTime?: Date };

/** Null for an update whose record is gone by now: its removal event follows. */
const changeOf = (event: RecordChange): Change | null => {
  const after = "fullDocument" in event ? (event.fullDocument ?? null) : null;
  if (after === null && event.operationType !== "delete") return null;
  const before = "fullDocumentBeforeChange" in event ? (event.fullDocumentBeforeChange ?? null) : null;
  return {
    collection: event.ns.coll as CollectionName,
    id: event.documentKey._id as ObjectId,
    t: clusterTimeOf(event.clusterTime as NonNullable<typeof event.clusterTime>),
    after,
    before,
  } as unknown as Change;
};

/** Listeners to changes of each collection, and to gaps between changes. One that fails is logged; the others go on. */
export const createChangeListeners = (log: GatewayParts["log"]) => {
  const listeners = new Map<CollectionName, Listener[]>();
  const gapListeners: (() => Promise<void> | void)[] = [];
  /** False where it failed. */
  const guarded = async (what: string, call: () => Promise<void> | void): Promise<boolean> => {
    try {
      await call();
      return true;
    } catch (error) {
      log.error({ err: error, listener: what }, "a listener of changes failed");
      return false;
    }
  };
  const feed: Pick<ChangeFeed, "on" | "onGap"> = {
    on: (collection, listener) => {
      listeners.set(collection, [...(listeners.get(collection) ?? []), listener as unknown as Listener]);
    },
    onGap: (listener) => {
      gapListeners.push(listener);
    },
  };
  return {
    ...feed,
    collections: () => [...listeners.keys()],
    publish: (event: RecordChange): void => {
      const change = changeOf(event);
      if (!change) return;
      const { collection } = change;
      for (const listener of listeners.get(collection) ?? []) void guarded(collection, () => listener(change));
    },
    /**
     * A listener that fails is called again, and holds up no other one: history is lost where MongoDB was away, and it may
     * be once more. Resolves when all have ended, so that each hears of the gap before the next change.
     */
    publishGap: async (): Promise<void> => {
      const notify = async (listener: (typeof gapListeners)[number]) => {
        for (let tried = 1; !(await guarded("gap", listener)) && tried < gapTries; tried += 1)
          await pause(tried * gapPauseMs);
      };
      await Promise.all(gapListeners.map(notify));
    },
    guarded,
  };
};

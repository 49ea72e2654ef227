import type { ChangeStream, ChangeStreamDocument, ResumeToken, Timestamp } from "mongodb";
import type { ClusterTime } from "#shared/http/fields.ts";
import { momentOfToken } from "#shared/runtime/change-streams.ts";
import type { CollectionName } from "#shared/runtime/collections.ts";
import { clusterTimeOf, rightAfter } from "#shared/runtime/mongo.ts";
import type { GatewayParts } from "../parts.ts";
import type { RecordChange } from "./change-listeners.ts";
import { wanted } from "./wanted-changes.ts";

/** Where a stream begins. */
export type Place = { resumeAfter: ResumeToken } | { startAtOperationTime: Timestamp };

/** MongoDB's stream of changes: it is opened somewhere, read one by one, and opened again where it was. */
export const createChangeCursor = ({ mongo }: Pick<GatewayParts, "mongo">) => {
  let stream: ChangeStream | undefined;
  let place: Place | undefined;
  let openedAt = 0;
  /** When MongoDB last answered the stream, be it that nothing has changed. */
  let heardAt = performance.now();
  /** How far our clock is ahead of the database's: lateness is measured on its clock alone. */
  let aheadMs = 0;
  return {
    /** Right behind the moment that a page which loads now would show. */
    majorityMoment: async (): Promise<Place> => ({ startAtOperationTime: rightAfter(await mongo.majorityTime()) }),
    place: () => place,
    begin: (from: Place): void => {
      place = from;
    },
    open: async (from: Place, collections: CollectionName[]): Promise<void> => {
      const { localTime } = await mongo.db.admin().command({ hello: 1 });
      aheadMs = Date.now() - (localTime as Date).getTime();
      place = from;
      openedAt = performance.now();
      stream = mongo.db.watch(wanted(collections), {
        fullDocument: "updateLookup",
        fullDocumentBeforeChange: "whenAvailable",
        ...from,
      });
      stream.on("resumeTokenChanged", () => {
        heardAt = performance.now();
      });
    },
    isOpen: () => stream !== undefined,
    openForMs: () => performance.now() - openedAt,
    next: async (): Promise<ChangeStreamDocument> => {
      if (!stream) throw new Error("The change stream is not open.");
      const event: ChangeStreamDocument = await stream.next();
      place = { resumeAfter: event._id as ResumeToken };
      return event;
    },
    close: async () => stream?.close(),
    lateMs: (event: RecordChange) =>
      event.wallTime ? Math.max(0, Date.now() - aheadMs - event.wallTime.getTime()) : 0,
    silentMs: () => performance.now() - heardAt,
    /** The moment up to which it has been read. */
    position: (): ClusterTime | null => {
      if (!place) return null;
      const began =
        "resumeAfter" in place ? momentOfToken(place.resumeAfter) : clusterTimeOf(place.startAtOperationTime);
      return momentOfToken(stream?.resumeToken) ?? began;
    },
  };
};

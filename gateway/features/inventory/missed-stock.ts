import { type Document, type ObjectId, Timestamp } from "mongodb";
import type { ClusterTime } from "#shared/http/fields.ts";
import { isHistoryLost, momentOfToken } from "#shared/runtime/change-streams.ts";
import { clusterTimeOf, type Mongo } from "#shared/runtime/mongo.ts";

/** How long a read that has come to the end of the changes waits for further ones. */
const maxAwaitTimeMS = 100;
const ofChanges = [
  {
    $match: {
      $or: [
        { "ns.coll": { $in: ["containers", "machines", "products"] } },
        { operationType: { $in: ["invalidate", "dropDatabase"] } },
      ],
    },
  },
  {
    $project: {
      operationType: 1,
      clusterTime: 1,
      documentKey: 1,
      "ns.coll": 1,
      "fullDocument.machine": 1,
      "fullDocumentBeforeChange.machine": 1,
      "updateDescription.updatedFields.brand": 1,
    },
  },
];
const ofOneRecord = new Set(["insert", "update", "replace", "delete"]);

/** Thrown where history does not say which machines changed. */
class Unknown extends Error {}

type Parts = Pick<Mongo, "db" | "collections" | "majorityTime">;

/**
 * Machines whose stock may have changed since that moment, with the time of their last change, until a moment after
 * this call. Null where MongoDB's history does not reach so far or does not say it: anything may have changed.
 */
export const readMissedStock = async (
  { db, collections, majorityTime }: Parts,
  from: ClusterTime,
): Promise<Map<string, ClusterTime> | null> => {
  const end = clusterTimeOf(await majorityTime());
  // Another database's moment.
  if (from > end) return null;
  const missed = new Map<string, ClusterTime>();

  const machinesOf = async (event: Document): Promise<ObjectId[]> => {
    const id = event.documentKey?._id as ObjectId;
    if (!ofOneRecord.has(event.operationType)) throw new Unknown();
    if (event.ns.coll === "machines") return [id];
    if (event.ns.coll === "products") {
      const keepsBrand = event.operationType === "update" && !event.updateDescription?.updatedFields?.brand;
      return keepsBrand ? [] : collections.containers.distinct("machine", { product: id });
    }
    const machine = event.fullDocument?.machine ?? event.fullDocumentBeforeChange?.machine;
    if (machine) return [machine];
    // Pre-images are kept for minutes only. An updated container that is gone by now was removed: that event follows.
    if (event.operationType === "delete") throw new Unknown();
    return [];
  };

  const stream = db.watch<Document>(ofChanges, {
    startAtOperationTime: new Timestamp(BigInt(`0x${from}`)),
    fullDocument: "updateLookup",
    fullDocumentBeforeChange: "whenAvailable",
    maxAwaitTimeMS,
  });
  try {
    for (;;) {
      const event = (await stream.tryNext()) as Document | null;
      if (event)
        for (const machine of await machinesOf(event))
          missed.set(machine.toHexString(), clusterTimeOf(event.clusterTime as Timestamp));
      else if ((momentOfToken(stream.resumeToken) ?? end) >= end) return missed;
    }
  } catch (error) {
    if (error instanceof Unknown || isHistoryLost(error)) return null;
    throw error;
  } finally {
    await stream.close();
  }
};

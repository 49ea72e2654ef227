import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { GridFSBucket, ObjectId } from "mongodb";
import type { Mongo } from "../runtime/mongo.ts";

const bucketName = "reportFiles";
/** Few writes, and little memory. */
const chunkSizeBytes = 1_048_576;
/** A document of people stays far below what MongoDB takes. */
const peoplePerDocument = 5_000;

/**
 * The files of reports, in GridFS, under ids that their reports name. Nothing is visible before its report says so;
 * what no report names is deleted by `sweep`.
 */
export const createReportFiles = ({ db, collections }: Pick<Mongo, "db" | "collections">) => {
  const bucket = new GridFSBucket(db, { bucketName, chunkSizeBytes });
  const files = db.collection(`${bucketName}.files`);
  const chunks = db.collection(`${bucketName}.chunks`);
  const { reports, reportPeople } = collections;

  const remove = async (id: ObjectId): Promise<void> => {
    await files.deleteOne({ _id: id });
    await chunks.deleteMany({ files_id: id });
    await reportPeople.deleteMany({ file: id });
  };

  return {
    /** Stores a file while it is made, and answers its length. What was begun and not ended leaves nothing. */
    store: async (id: ObjectId, source: AsyncIterable<Buffer>, signal: AbortSignal): Promise<number> => {
      const upload = bucket.openUploadStreamWithId(id, id.toHexString());
      try {
        await pipeline(Readable.from(source), upload, { signal });
        return upload.length;
      } catch (error) {
        // Its own writes are over before what they wrote is taken away.
        await upload.abort().catch(() => undefined);
        await remove(id).catch(() => undefined);
        throw error;
      }
    },
    /** The customers whom the file names. */
    namePeople: async (file: ObjectId, people: readonly string[]): Promise<void> => {
      for (let at = 0; at < people.length; at += peoplePerDocument) {
        const some = people.slice(at, at + peoplePerDocument).map((id) => new ObjectId(id));
        await reportPeople.insertOne({ _id: new ObjectId(), file, people: some });
      }
    },
    remove,
    /** Null when it is not there. */
    open: async (id: ObjectId): Promise<Readable | null> =>
      (await files.findOne({ _id: id }, { projection: { _id: 1 } })) ? bucket.openDownloadStream(id) : null,
    /**
     * Deletes files that no report names: of killed workers, of expired reports. Files are listed before the reports
     * are read, because a report names its file before the first byte.
     */
    sweep: async (): Promise<number> => {
      const ids = new Map<string, ObjectId>();
      const note = (found: ObjectId[]) => {
        for (const id of found) ids.set(id.toHexString(), id);
      };
      note(await chunks.distinct("files_id"));
      note(await files.distinct("_id"));
      note(await reportPeople.distinct("file"));
      const $in = [...ids.values()];
      if ($in.length === 0) return 0;
      const naming = await reports
        .find({ $or: [{ file: { $in } }, { holder: { $in } }] }, { projection: { file: 1, holder: 1 } })
        .toArray();
      for (const { file, holder } of naming) {
        if (file) ids.delete(file.toHexString());
        if (holder) ids.delete(holder.toHexString());
      }
      for (const id of ids.values()) await remove(id);
      return ids.size;
    },
  };
};
export type ReportFiles = ReturnType<typeof createReportFiles>;

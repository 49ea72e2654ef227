import { Readable } from "node:stream";
import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { salesRecord } from "#shared/sales/sales.record.ts";
import { type FileAnswer, fileAnswer } from "../../http/file-answer.ts";
import { missing } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { daySheetOf } from "./pdf/day-sheet.ts";
import { createSheetMaker } from "./pdf/sheet-maker.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "config">;

/** The PDF of a day, and the note of what was downloaded: a row that has other figures later says so. */
export const createDownloadSales = ({ mongo, audit, clock, config }: Parts) => {
  const { sales } = mongo.collections;
  const draw = createSheetMaker();
  return async (actor: Actor, id: string): Promise<FileAnswer> => {
    const row = await sales.findOne({ _id: new ObjectId(id) });
    if (!row) throw missing(salesRecord, id);
    const at = clock.now();
    const pdf = await draw(daySheetOf(row, at, config.TIME_ZONE));
    const { version } = row;
    await mongo.inTransaction(async (dbSession) => {
      await sales.updateOne(
        { _id: row._id, $or: [{ downloaded: null }, { "downloaded.version": { $lte: version } }] },
        { $set: { downloaded: { version, at: new Date(at) } } },
        { session: dbSession },
      );
      await audit.write(dbSession, actor, {
        verb: "sales.downloaded",
        record: { collection: "sales", id },
        before: null,
        after: { day: row.day, version },
      });
    });
    return fileAnswer({ name: "sales.pdf", kind: "application/pdf", bytes: pdf.length, content: Readable.from([pdf]) });
  };
};

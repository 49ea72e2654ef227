import { Readable } from "node:stream";
import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { dayTextOf, monthTextOf } from "#shared/sales/day-words.ts";
import type { SalesDocument } from "#shared/sales/sales.document.server.ts";
import { salesRecord } from "#shared/sales/sales.record.ts";
import { type FileAnswer, fileAnswer } from "../../http/file-answer.ts";
import { missing } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { daySheetOf } from "./pdf/day-sheet.ts";
import { createSheetMaker } from "./pdf/sheet-maker.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "config">;

/** The PDF of a day or of a month, and the note of what was downloaded: a row that has other figures later says so. */
export const createDownloadSales = ({ mongo, audit, clock, config }: Parts) => {
  const { sales } = mongo.collections;
  const draw = createSheetMaker();

  const fileOf = async (actor: Actor, rows: readonly SalesDocument[], title: string, name: string) => {
    const at = clock.now();
    const pdf = await draw(
      rows.map((row) => daySheetOf(row, at, config.TIME_ZONE)),
      title,
    );
    await mongo.inTransaction(async (dbSession) => {
      for (const { _id, day, version } of rows) {
        await sales.updateOne(
          { _id, $or: [{ downloaded: null }, { "downloaded.version": { $lte: version } }] },
          { $set: { downloaded: { version, at: new Date(at) } } },
          { session: dbSession },
        );
        await audit.write(dbSession, actor, {
          verb: "sales.downloaded",
          record: { collection: "sales", id: _id.toHexString() },
          before: null,
          after: { day, version },
        });
      }
    });
    return fileAnswer({ name, kind: "application/pdf", bytes: pdf.length, content: Readable.from([pdf]) });
  };

  return {
    day: async (actor: Actor, id: string): Promise<FileAnswer> => {
      const row = await sales.findOne({ _id: new ObjectId(id) });
      if (!row) throw missing(salesRecord, id);
      return fileOf(actor, [row], `Sales of ${dayTextOf(row.day)}`, "sales.pdf");
    },

    /** `month` is yyyy-mm. */
    month: async (actor: Actor, month: string): Promise<FileAnswer> => {
      const among = { day: { $gte: `${month}-01`, $lte: `${month}-31` } };
      const rows = await sales.find(among).sort({ day: 1 }).toArray();
      const text = monthTextOf(`${month}-01`);
      if (rows.length === 0) throw new DomainError("missing", `Nothing was sold in ${text}`);
      return fileOf(actor, rows, `Sales of ${text}`, `sales ${month}.pdf`);
    },
  };
};

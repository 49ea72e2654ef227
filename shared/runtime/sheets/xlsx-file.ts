import { type SheetPlan, type SheetRows, sheetXml } from "./sheet-xml.ts";
import { sheetPath, workbookParts } from "./workbook-parts.ts";
import { createZipWriter } from "./zip-writer.ts";

/** A sheet has 1,048,576 rows at most, of which the head is one. */
const mostRowsPerSheet = 1_048_575;

/**
 * The bytes of an .xlsx while its rows are read, for `pipeline(xlsxFile(...), anyWritable)`: no more than two batches
 * are held. Rows beyond `perSheet` go on in further sheets. The same rows give the same bytes. The source is ended
 * whatever happens.
 */
export async function* xlsxFile(
  plan: SheetPlan,
  batches: AsyncIterable<SheetRows>,
  perSheet = mostRowsPerSheet,
): AsyncGenerator<Buffer> {
  const zip = createZipWriter();
  const source = batches[Symbol.asyncIterator]();
  let rest: SheetRows = [];
  const hasMore = async (): Promise<boolean> => {
    while (rest.length === 0) {
      const next = await source.next();
      if (next.done) return false;
      rest = next.value;
    }
    return true;
  };
  async function* upTo(most: number): AsyncGenerator<SheetRows> {
    for (let left = most; left > 0 && (await hasMore()); ) {
      const part = rest.slice(0, left);
      rest = rest.slice(part.length);
      left -= part.length;
      yield part;
    }
  }
  let sheets = 0;
  try {
    do {
      sheets++;
      yield* zip.file(sheetPath(sheets), sheetXml(plan, upTo(perSheet)));
    } while (await hasMore());
  } finally {
    await source.return?.();
  }
  for (const [path, xml] of workbookParts(plan.name, sheets)) yield* zip.file(path, [xml]);
  yield zip.end();
}

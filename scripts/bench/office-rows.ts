import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { rupeesOf } from "#shared/http/money.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { libreOffice } from "../testing/libreoffice.ts";
import { temporaryFolder } from "../testing/temporary.ts";

/** LibreOffice holds a sheet of so many rows in a few minutes, and in one gigabyte. */
export const mostOfficeRows = 200_000;
const withinMs = 600_000;
/** Comma, quotes, UTF-8, from the first line; cells as they are and not as they are shown. */
const asText = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false";

/** The lines of a sheet as LibreOffice understood it. What is planted holds no comma and no quote of its own. */
const linesOf = async (sheet: Buffer, folder: string): Promise<AsyncIterable<string>> => {
  if (!libreOffice) throw new Error("LibreOffice is not installed here");
  const path = join(folder, "report.xlsx");
  await writeFile(path, sheet);
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
  const args = [profile, "--headless", "--norestore", "--convert-to", asText, "--outdir", folder, path];
  await promisify(execFile)(libreOffice, args, { env: { ...process.env, LC_ALL: "C.UTF-8" }, timeout: withinMs });
  return createInterface({ input: createReadStream(join(folder, "report.csv")) });
};

/** How many rows of a report of all orders, the oldest first, LibreOffice finds, and the first that is not its order. */
export const rowsInOffice = async (sheet: Buffer, { collections: { orders } }: Mongo) => {
  const folder = await temporaryFolder("office");
  const cursor = orders.find({}, { sort: { time: 1, _id: 1 }, allowDiskUse: true, batchSize: 5_000 });
  try {
    let heads: string[] | null = null;
    let rows = 0;
    for await (const line of await linesOf(sheet, folder.path)) {
      const cells = line.split(",").map((cell) => cell.replace(/^"(.*)"$/, "$1"));
      if (!heads) {
        heads = cells;
        continue;
      }
      rows++;
      const order = await cursor.next();
      const told = (head: string) => cells[heads?.indexOf(head) ?? -1];
      const found = [told("Order Id"), told("Payment Id"), told("Status"), Number(told("Net Amount"))];
      const meant = [order?.orderId, order?.paymentId, order?.status, rupeesOf(order?.netAmount ?? 0)];
      if (found.join() !== meant.join()) return { rows, wrong: `row ${rows}: ${line}, and not ${meant.join()}` };
    }
    return { rows, wrong: (await cursor.next()) ? `an order is missing after row ${rows}` : null };
  } finally {
    await cursor.close();
    await folder.remove();
  }
};

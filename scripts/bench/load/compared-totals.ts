import { type Document, MongoClient, type ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { ledgerPages } from "../../../gateway/features/ledger/ledger.list.ts";
import { transactionLedgerPages } from "../../../gateway/features/transaction-ledger/transaction-ledger.list.ts";
import type { PagedAnswer } from "../../../gateway/paged/paged-answer.ts";
import { createRandom } from "../../simulator/random.ts";
import { readerOf } from "./measured-pages.ts";

type Row = Document & { _id: ObjectId; at: Date; credit?: number; debit?: number };
/** As an operator filters, and as MongoDB finds the same rows without anything that pages are found by. */
interface Filter {
  name: string;
  query: Record<string, string>;
  match: Document;
}

const rowsPerPage = 50;
const dayMs = 86_400_000;
/** India has no summer time. */
const timeZone = "Asia/Kolkata";
const midnight = (day = "1970-01-01"): number => Date.parse(`${day}T00:00:00+05:30`);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** With and without each of these, several together. */
const everyMix = (parts: Filter[]): Filter[] => {
  const mixes: Filter[] = [{ name: "all", query: {}, match: {} }];
  for (const part of parts)
    for (const { name, query, match } of mixes.slice())
      mixes.push({
        name: `${name}, ${part.name}`,
        query: { ...query, ...part.query },
        match: { ...match, ...part.match },
      });
  return mixes;
};

/** Filters of both ledgers by a row from the middle of the time that they cover, and days that are few, many, or all. */
const examplesOf = async ({ collections }: Mongo) => {
  const { canLedger, transactionLedger, machines, users } = collections;
  const [first] = await canLedger.find().sort({ at: 1 }).limit(1).toArray();
  const [last] = await canLedger.find().sort({ at: -1 }).limit(1).toArray();
  if (!first || !last) throw new Error("The ledger is empty.");
  const momentAt = (share: number) => first.at.getTime() + share * (last.at.getTime() - first.at.getTime());
  const at = { $gte: new Date(momentAt(0.5)) };
  const can = await canLedger.findOne({ at });
  const command = await transactionLedger.findOne({ at, user: { $type: "objectId" } });
  if (!can || !command?.user) throw new Error("There are no rows in the middle of the ledgers.");
  const machineOf = async (_id: ObjectId) => {
    const vendingMachine = (await machines.findOne({ _id }))?.vendingMachineId ?? "";
    return { name: "a machine", query: { vendingMachine }, match: { machine: _id } };
  };
  const phone = (await users.findOne({ _id: command.user }))?.phone ?? "";
  const days = (from: number, to: number) => ({ startDate: dayOf(momentAt(from)), endDate: dayOf(momentAt(to)) });
  return {
    ledger: everyMix([
      { name: "a customer", query: { userId: `${can.user}` }, match: { user: can.user } },
      await machineOf(can.machine),
      { name: "a product", query: { product: `${can.product}` }, match: { product: can.product } },
    ]),
    commands: everyMix([
      { name: "a customer", query: { phone }, match: { user: command.user } },
      await machineOf(command.machine as ObjectId),
      { name: "a type", query: { transactionType: command.type }, match: { type: command.type } },
    ]),
    ranges: [{}, days(0.6, 0.6), days(0.3, 0.32), days(0.4, 0.9), days(0.98, 1)] as Record<string, string>[],
  };
};

/**
 * Pages of both ledgers beside one scan of all rows, which knows nothing of how pages are found: totals, rows and
 * running totals, for every filter, in both orders. Nothing is written.
 */
export const compareAllTotals = async (mongo: Mongo, uri: string, say: (line: string) => void) => {
  const reader = readerOf(mongo, { mongodbUri: uri, redisUrl: "redis://127.0.0.1:1" }, { TIME_ZONE: timeZone });
  const random = createRandom("totals");
  const done = { filters: 0, pages: 0, rows: 0, refused: 0, wrong: [] as string[] };
  // The application's own connections wait for no answer as long as a scan of all rows takes.
  const patient = await new MongoClient(uri).connect();

  const read = async (answer: PagedAnswer, query: Record<string, unknown>, page: number) => {
    const shape = async (rows: object[], _: unknown, totals: (number | null)[]) =>
      rows.map((row, at) => `${(row as Row)._id} ${answer.tallied?.sum ? totals[at] : "-"}`);
    try {
      return await reader.page(answer, { download: false, ...query, page } as never, shape as never);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      done.refused += 1;
      return null;
    }
  };

  const compare = async (answer: PagedAnswer, collection: string, filters: Filter[], ranges: object[]) => {
    const hasSum = answer.tallied?.sum !== undefined;
    for (const { name, query, match } of filters) {
      const cursor = patient
        .db(mongo.db.databaseName)
        .collection<Row>(collection)
        .find(match, {
          projection: { at: 1, credit: 1, debit: 1 },
        });
      const walked: { at: number; id: string; total: number }[] = [];
      for await (const { _id, at, credit = 0, debit = 0 } of cursor.hint({ $natural: 1 }))
        walked.push({ at: at.getTime(), id: `${_id}`, total: credit - debit });
      walked.sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
      for (const [at, row] of walked.entries()) row.total += walked[at - 1]?.total ?? 0;
      for (const days of ranges as { startDate?: string; endDate?: string }[])
        for (const isNewestFirst of [true, false]) {
          const [from, to] = [midnight(days.startDate), days.endDate ? midnight(days.endDate) + dayMs : Infinity];
          const right = walked.filter(({ at }) => at >= from && at < to);
          if (isNewestFirst) right.reverse();
          const pages = Math.max(1, Math.ceil(right.length / rowsPerPage));
          const drawn = Array.from({ length: 3 }, () => random.whole(1, pages));
          for (const page of new Set([1, Math.ceil(pages / 2), pages, ...drawn])) {
            const sort = isNewestFirst ? "-time" : "time";
            const found = await read(answer, { ...query, ...days, sort }, page);
            if (!found) continue;
            const rows = right.slice((page - 1) * rowsPerPage, page * rowsPerPage);
            const here = rows.map(({ id, total }) => `${id} ${hasSum ? total : "-"}`);
            const where = `${collection}, ${name}, ${JSON.stringify(days)}, ${sort}, page ${page}`;
            if (found.figures.total !== right.length)
              done.wrong.push(`${where}: ${found.figures.total} rows in all, not ${right.length}`);
            if ((found.rows as string[]).join() !== here.join()) done.wrong.push(`${where}: rows or running totals`);
            done.pages += 1;
            done.rows += here.length;
          }
        }
      done.filters += 1;
      say(`${collection}, ${name}: ${walked.length} rows, ${done.wrong.length} figures wrong so far`);
    }
  };
  const { ledger, commands, ranges } = await examplesOf(mongo);
  await compare(ledgerPages as unknown as PagedAnswer, "canLedger", ledger, ranges);
  await compare(transactionLedgerPages as unknown as PagedAnswer, "transactionLedger", commands, ranges);
  await patient.close();
  for (const one of done.wrong.slice(0, 20)) say(one);
  return done;
};

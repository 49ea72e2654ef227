import { type Collection, type Document, MaxKey, MinKey, MongoClient, type ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { ledgerPages } from "../../../gateway/features/ledger/ledger-pages.ts";
import type { PagedAnswer } from "../../../gateway/features/paged/paged-answer.ts";
import { transactionLedgerPages } from "../../../gateway/features/transaction-ledger/transaction-ledger-pages.ts";
import { createRandom } from "../../simulator/random.ts";
import { type Days, examplesOf, type LedgerFilter } from "./ledger-filters.ts";
import { readerOf } from "./measured-pages.ts";

type Row = Document & { _id: ObjectId; at: Date };
interface SeenPage {
  days: Days;
  page: number;
  isNewestFirst: boolean;
  total: number;
  rows: Row[];
  totals: number[];
}
interface Place {
  at: Date;
  id: unknown;
}

const rowsPerPage = 50;
/** India has no summer time. */
const timeZone = "Asia/Kolkata";
const midnight = (day: string): number => Date.parse(`${day}T00:00:00+05:30`);
const dayMs = 86_400_000;
const first: Place = { at: new Date(0), id: new MinKey() };
const last: Place = { at: new Date(8.64e15), id: new MaxKey() };
const idText = (id: unknown): string => (id instanceof MinKey ? "" : id instanceof MaxKey ? "~" : String(id));
/** Sorts as MongoDB does. */
const keyOf = ({ at, id }: Place): string => `${String(at.getTime()).padStart(16, "0")} ${idText(id)}`;
const isBefore = (one: Place, other: Place): boolean => keyOf(one) < keyOf(other);
const placeOf = ({ at, _id }: Row): Place => ({ at, id: _id });
const startOf = ({ startDate }: Days): Place =>
  startDate ? { at: new Date(midnight(startDate)), id: new MinKey() } : first;
const endOf = ({ endDate }: Days): Place =>
  endDate ? { at: new Date(midnight(endDate) + dayMs), id: new MinKey() } : last;

/** How many rows stand before each of these places, and what they add up to: one walk over all rows. */
const addUp = async (rows: Collection, match: Document, places: Place[], amount: Document) => {
  const bounds = [...new Map([first, ...places, last].map((place) => [keyOf(place), place])).values()].sort((a, b) =>
    isBefore(a, b) ? -1 : 1,
  );
  const groups = await rows
    .aggregate<{ _id: Place; rows: number; sum: number }>(
      [
        { $match: match },
        { $project: { place: { at: "$at", id: "$_id" }, credit: 1, debit: 1 } },
        { $bucket: { groupBy: "$place", boundaries: bounds, output: { rows: { $sum: 1 }, sum: amount } } },
      ],
      // No index that the ledger itself is read by.
      { hint: { $natural: 1 } },
    )
    .toArray();
  const found = new Map(groups.map((group) => [keyOf(group._id), group]));
  const before = new Map<string, { rows: number; sum: number }>();
  let so = { rows: 0, sum: 0 };
  for (const bound of bounds) {
    before.set(keyOf(bound), so);
    const group = found.get(keyOf(bound));
    so = { rows: so.rows + (group?.rows ?? 0), sum: so.sum + (group?.sum ?? 0) };
  }
  return (place: Place) => before.get(keyOf(place)) ?? { rows: Number.NaN, sum: Number.NaN };
};

const changeOf = ({ credit = 0, debit = 0 }: Row): number => credit - debit;

const wrongIn = (
  { days, page, isNewestFirst, total, rows, totals }: SeenPage,
  before: Awaited<ReturnType<typeof addUp>>,
  hasSum: boolean,
): string[] => {
  const [from, to] = [before(startOf(days)), before(endOf(days))];
  const wrong: string[] = [];
  const compare = (what: string, shown: number | undefined, right: number): void => {
    if (shown !== right) wrong.push(`${days.name}, page ${page}: ${what} is ${shown}, not ${right}`);
  };
  compare("the number of rows", total, to.rows - from.rows);
  compare("rows of the page", rows.length, Math.max(0, Math.min(rowsPerPage, total - (page - 1) * rowsPerPage)));
  for (const [at, row] of [rows.at(0), rows.at(-1)].entries()) {
    if (!row) continue;
    const known = before(placeOf(row));
    const number = (page - 1) * rowsPerPage + (at === 0 ? 0 : rows.length - 1);
    compare("a row's number", number, isNewestFirst ? to.rows - known.rows - 1 : known.rows - from.rows);
    if (hasSum) compare("a running total", totals.at(at === 0 ? 0 : -1), known.sum + changeOf(row));
  }
  for (const [at, row] of rows.entries()) {
    const next = rows[at + 1];
    if (!next) continue;
    const [older, newer] = isNewestFirst ? [next, row] : [row, next];
    if (!isBefore(placeOf(older), placeOf(newer)))
      wrong.push(`${days.name}, page ${page}: rows are not in their order`);
    const [of, ofNewer] = isNewestFirst ? [totals[at + 1], totals[at]] : [totals[at], totals[at + 1]];
    if (hasSum) compare("a running total", ofNewer, (of ?? Number.NaN) + changeOf(newer));
  }
  return wrong;
};

/**
 * Pages of both ledgers beside what MongoDB adds up over all rows before them, without the anchors that they were found
 * by: totals, numbers of rows and running totals, for every filter, in both orders. Nothing is written.
 */
export const compareAllTotals = async (mongo: Mongo, uri: string, say: (line: string) => void) => {
  const stores = { mongodbUri: uri, redisUrl: "redis://127.0.0.1:1" };
  const reader = readerOf(mongo, stores, { TIME_ZONE: timeZone });
  const random = createRandom("totals");
  // The house's own connections wait for no answer as long as a walk over all rows takes.
  const patient = await new MongoClient(uri).connect();
  const db = patient.db(mongo.db.databaseName);
  const done = { filters: 0, pages: 0, rows: 0, refused: 0, wrong: [] as string[] };

  const read = (answer: PagedAnswer, query: Record<string, unknown>, page: number) =>
    reader.page(answer, { download: false, ...query, page } as never, async (rows, _, totals) =>
      rows.map((row, at) => ({ row: row as unknown as Row, total: totals[at] ?? Number.NaN })),
    );

  const pagesOf = async (answer: PagedAnswer, filter: LedgerFilter, days: Days): Promise<SeenPage[]> => {
    const { name: _, ...dates } = days;
    const seen: SeenPage[] = [];
    for (const isNewestFirst of [true, false]) {
      const query = { ...filter.query, ...dates, sort: isNewestFirst ? "-time" : "time" };
      const { pages } = (await read(answer, query, 1)).figures;
      const wanted = [1, Math.ceil(pages / 2), pages, ...Array.from({ length: 3 }, () => random.between(1, pages + 1))];
      for (const page of new Set(wanted.map((one) => Math.max(1, Math.floor(Math.min(one, pages)))))) {
        const { rows, figures } = await read(answer, query, page).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error;
          done.refused += 1;
          return { rows: null, figures: { total: 0 } };
        });
        if (!rows) continue;
        const totals = rows.map(({ total }) => total);
        seen.push({ days, page, isNewestFirst, total: figures.total, rows: rows.map(({ row }) => row), totals });
      }
    }
    return seen;
  };

  const compare = async (answer: PagedAnswer, collection: string, filters: LedgerFilter[], ranges: Days[]) => {
    const hasSum = answer.ranked?.sum !== undefined;
    const amount = { $sum: hasSum ? { $subtract: ["$credit", "$debit"] } : 0 };
    for (const filter of filters) {
      const seen: SeenPage[] = [];
      for (const days of ranges) seen.push(...(await pagesOf(answer, filter, days)));
      const places = seen.flatMap(({ days, rows }) => [
        ...[startOf(days), endOf(days)],
        ...[rows.at(0), rows.at(-1)].flatMap((row) => (row ? [placeOf(row)] : [])),
      ]);
      const before = await addUp(db.collection(collection), filter.match, places, amount);
      const wrong = seen.flatMap((page) => wrongIn(page, before, hasSum)).map((one) => `${filter.name}: ${one}`);
      const rows = before(last).rows;
      say(`${collection}, ${filter.name}: ${rows} rows, ${seen.length} pages, ${wrong.length} wrong`);
      for (const one of wrong.slice(0, 5)) say(`  ${one}`);
      done.filters += 1;
      done.pages += seen.length;
      done.rows += seen.reduce((sum, page) => sum + page.rows.length, 0);
      done.wrong.push(...wrong);
    }
  };

  try {
    const { ledger, commands, ranges } = await examplesOf(mongo);
    await compare(ledgerPages as unknown as PagedAnswer, "canLedger", ledger, ranges);
    await compare(transactionLedgerPages as unknown as PagedAnswer, "transactionLedger", commands, ranges);
    return done;
  } finally {
    await patient.close();
  }
};

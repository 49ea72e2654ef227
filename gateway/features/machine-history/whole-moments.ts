/** Entries of one moment are never split over two pages: a unit may report hundreds of locks at once. */
export interface WholeMoments<Row> {
  /** Newest first. */
  rows: Row[];
  /** There is nothing older. */
  isAll: boolean;
}
/** A condition on the time: a page, or everything of one moment. */
export type When = { $lt: Date } | { $eq: Date };

/** At least `least` rows older than `before`, newest first, and all of the moment at which they end. */
export const wholeMoments = async <Row>(
  find: (when: When, limit: number) => Promise<Row[]>,
  momentOf: (row: Row) => Date,
  before: Date,
  least: number,
): Promise<WholeMoments<Row>> => {
  const some = await find({ $lt: before }, least);
  const last = some.at(-1);
  if (last === undefined || some.length < least) return { rows: some, isAll: true };
  const cut = momentOf(last);
  const newer = some.filter((row) => momentOf(row) > cut);
  // No limit: one message reports at most 999 locks.
  const [tied, older] = await Promise.all([find({ $eq: cut }, 0), find({ $lt: cut }, 1)]);
  return { rows: [...newer, ...tied], isAll: older.length === 0 };
};

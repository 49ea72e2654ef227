import type { AnyBulkWriteOperation, Document, ObjectId } from "mongodb";
import { type DbSession, isTaken, type Mongo, recordsPerBatch } from "#shared/runtime/mongo.ts";
import { dayMs, type TalliedList } from "#shared/runtime/tallies/tallied-lists.ts";
import type { DayTallyDocument, Tally } from "#shared/runtime/tallies/tallies.document.ts";

type Stores = Pick<Mongo, "collections" | "db" | "inTransaction">;
type Counted = Pick<DayTallyDocument, "machine" | "hour" | "kinds"> & Tally;
/** The rows of one hour or machine, by their kind. */
interface Group<Of> {
  _id: Of;
  kinds: ({ kind: string | null } & Tally)[];
}

const tries = 3;
const keyOf = ({ machine, hour }: Pick<DayTallyDocument, "machine" | "hour">) =>
  `${machine?.toHexString() ?? ""} ${hour ?? ""}`;

const isSame = (one: Counted, other: Counted): boolean => {
  const [kinds, others] = [Object.entries(one.kinds), Object.keys(other.kinds)];
  return (
    one.rows === other.rows &&
    one.sum === other.sum &&
    kinds.length === others.length &&
    kinds.every(([name, { rows, sum }]) => other.kinds[name]?.rows === rows && other.kinds[name]?.sum === sum)
  );
};

/**
 * MongoDB adds up hours and machines, each by itself: a worker that was sent each machine's hours and kinds would hold
 * almost as much as the day's rows.
 */
const readGroups = <Of>({ db }: Stores, dbSession: DbSession, list: TalliedList, day: Date, of: Document | string) => {
  const { every, at, kind, sum } = list;
  const between = { $gte: day, $lt: new Date(day.getTime() + dayMs) };
  const named = kind === null ? null : { $toString: `$${kind}` };
  return db
    .collection(list.collection)
    .aggregate<Group<Of>>(
      [
        { $match: { ...every.where, [at]: between } },
        { $group: { _id: { of, kind: named }, rows: { $sum: 1 }, sum: { $sum: sum?.amount ?? 0 } } },
        { $group: { _id: "$_id.of", kinds: { $push: { kind: "$_id.kind", rows: "$rows", sum: "$sum" } } } },
      ],
      { session: dbSession, hint: every.index, batchSize: recordsPerBatch },
    );
};

/** The tallies of one day, by their keys. */
const readTallies = async (
  stores: Stores,
  dbSession: DbSession,
  list: TalliedList,
  day: Date,
): Promise<Map<string, Counted>> => {
  const counted = new Map<string, Counted>();
  const add = (machine: ObjectId | null, hour: number | null, kinds: Group<unknown>["kinds"]) => {
    const key = keyOf({ machine, hour });
    const tally = counted.get(key) ?? { machine, hour, rows: 0, sum: 0, kinds: {} };
    counted.set(key, tally);
    for (const { kind, rows, sum } of kinds) {
      tally.rows += rows;
      tally.sum += sum;
      if (list.kind === null) continue;
      const known = tally.kinds[String(kind)] ?? { rows: 0, sum: 0 };
      tally.kinds[String(kind)] = { rows: known.rows + rows, sum: known.sum + sum };
    }
  };
  for await (const { _id, kinds } of readGroups<number>(stores, dbSession, list, day, { $hour: `$${list.at}` })) {
    add(null, null, kinds);
    add(null, _id, kinds);
  }
  if (!list.hasMachines) return counted;
  for await (const { _id, kinds } of readGroups<ObjectId | null>(stores, dbSession, list, day, "$machine"))
    if (_id) add(_id, null, kinds);
  return counted;
};

/**
 * Makes the tallies of a day what its rows are. Counting and writing are one transaction, and each writes the tally of
 * the whole day: of two workers that count the same day one begins again, so that what was read later stays. Answers
 * whether a tally was another.
 */
export const countDay = async (stores: Stores, list: TalliedList, day: Date, left = tries): Promise<boolean> => {
  const { dayTallies } = stores.collections;
  try {
    return await stores.inTransaction(async (dbSession) => {
      const ofDay = { list: list.name, day };
      const standing = await dayTallies.find(ofDay, { session: dbSession, hint: "day" }).toArray();
      const counted = await readTallies(stores, dbSession, list, day);
      if (standing.length === 0 && counted.size === 0) return false;
      const known = new Map(standing.map((tally) => [keyOf(tally), tally]));
      const none = { machine: null, hour: null, rows: 0, sum: 0, kinds: {} };
      const whole = counted.get(keyOf(none)) ?? none;
      const changed = [...counted].flatMap(([key, tally]) => {
        const present = known.get(key);
        return tally === whole || (present && isSame(tally, present)) ? [] : [tally];
      });
      const gone = standing.filter((tally) => !counted.has(keyOf(tally)) && keyOf(tally) !== keyOf(none));
      const writes = [whole, ...changed].map(
        ({ machine, hour, ...figures }): AnyBulkWriteOperation<DayTallyDocument> => {
          const update = { $set: figures, ...(machine === null && hour === null ? { $inc: { counts: 1 } } : {}) };
          return { updateOne: { filter: { ...ofDay, machine, hour }, update, upsert: true } };
        },
      );
      await dayTallies.bulkWrite(writes, { session: dbSession });
      if (gone.length > 0)
        await dayTallies.deleteMany({ _id: { $in: gone.map(({ _id }) => _id) } }, { session: dbSession });
      const before = known.get(keyOf(none));
      return changed.length > 0 || gone.length > 0 || !before || !isSame(whole, before);
    });
  } catch (error) {
    // Another worker made the day's tallies in the same moment.
    if (!isTaken(error) || left <= 1) throw error;
    return countDay(stores, list, day, left - 1);
  }
};

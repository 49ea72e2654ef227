import type { AnyBulkWriteOperation, Document, ObjectId } from "mongodb";
import { type DbSession, isTaken, type Mongo } from "#shared/runtime/mongo.ts";
import { dayMs, type TalliedList } from "#shared/runtime/tallies/tallied-lists.ts";
import type { DayTallyDocument, Tally } from "#shared/runtime/tallies/tallies.document.ts";

type Stores = Pick<Mongo, "collections" | "db" | "inTransaction">;
type Counted = Pick<DayTallyDocument, "machine" | "hour" | "kinds"> & Tally;
interface Group extends Tally {
  _id: { hour: number; machine?: ObjectId; kind?: unknown };
}

const tries = 3;
const keyOf = ({ machine, hour }: Pick<DayTallyDocument, "machine" | "hour">) =>
  `${machine?.toHexString() ?? ""} ${hour ?? ""}`;

/** The tallies of one day, by their keys. */
const talliesOf = (groups: Group[], { kind, hasMachines }: TalliedList): Map<string, Counted> => {
  const counted = new Map<string, Counted>();
  const add = ({ _id, rows, sum }: Group, machine: ObjectId | null, hour: number | null) => {
    const key = keyOf({ machine, hour });
    const tally = counted.get(key) ?? { machine, hour, rows: 0, sum: 0, kinds: {} };
    counted.set(key, tally);
    tally.rows += rows;
    tally.sum += sum;
    if (kind === null) return;
    const name = String(_id.kind);
    const known = tally.kinds[name] ?? { rows: 0, sum: 0 };
    tally.kinds[name] = { rows: known.rows + rows, sum: known.sum + sum };
  };
  for (const group of groups) {
    add(group, null, null);
    add(group, null, group._id.hour);
    if (hasMachines && group._id.machine) add(group, group._id.machine, null);
  }
  return counted;
};

const isSame = (one: Counted, other: Counted): boolean => {
  const [kinds, others] = [Object.entries(one.kinds), Object.keys(other.kinds)];
  return (
    one.rows === other.rows &&
    one.sum === other.sum &&
    kinds.length === others.length &&
    kinds.every(([name, { rows, sum }]) => other.kinds[name]?.rows === rows && other.kinds[name]?.sum === sum)
  );
};

const readGroups = ({ db }: Stores, dbSession: DbSession, list: TalliedList, day: Date): Promise<Group[]> => {
  const { every, at, kind, hasMachines, sum } = list;
  const by: Document = {
    hour: { $hour: `$${at}` },
    ...(hasMachines ? { machine: "$machine" } : {}),
    ...(kind === null ? {} : { kind: `$${kind}` }),
  };
  const between = { $gte: day, $lt: new Date(day.getTime() + dayMs) };
  return db
    .collection(list.collection)
    .aggregate<Group>(
      [
        { $match: { ...every.where, [at]: between } },
        { $group: { _id: by, rows: { $sum: 1 }, sum: { $sum: sum?.amount ?? 0 } } },
      ],
      { session: dbSession, hint: every.index },
    )
    .toArray();
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
      const counted = talliesOf(await readGroups(stores, dbSession, list, day), list);
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

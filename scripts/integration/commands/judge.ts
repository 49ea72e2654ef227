import type { Mongo } from "#shared/runtime/mongo.ts";
import { eventually } from "#shared/testing/eventually.ts";
import type { AutoUnit } from "./auto-unit.ts";

type Witness = Pick<AutoUnit, "heard" | "stored" | "openings" | "serialNumber">;

/** What must never be, whatever was killed, frozen or emptied meanwhile; each list names the culprits. */
interface Wrongs {
  rowsWithoutEnd: string[];
  sessionsWithoutEnd: string[];
  /** A command id that a unit was sent more than once. */
  commandedTwice: string[];
  openedAfterExpiry: string[];
  /** A fact whose PUBACK the unit has, and which is not on its row. */
  factsLost: string[];
}
export const nothingWrong: Wrongs = {
  rowsWithoutEnd: [],
  sessionsWithoutEnd: [],
  commandedTwice: [],
  openedAfterExpiry: [],
  factsLost: [],
};

const twice = (ids: string[]) => ids.filter((id, place) => ids.indexOf(id) !== place);

/** What still goes on: while a test waits for its end, that alone is read. */
const unfinished = async ({ collections }: Pick<Mongo, "collections">) => {
  const [sessions, rows] = await Promise.all([
    collections.sessions.find({ $or: [{ status: { $in: ["queued", "running"] } }, { hasTurn: true }] }).toArray(),
    collections.sessionRows.find({ end: null }).toArray(),
  ]);
  return {
    rowsWithoutEnd: rows.map(({ label, session }) => `${session}/${label}`),
    sessionsWithoutEnd: sessions.map(({ _id, status }) => `${_id} ${status}`),
  };
};

/** Compares what the units received, did and were acknowledged with the database, once everything has ended. */
export const judge = async (mongo: Pick<Mongo, "collections">, units: Witness[]): Promise<Wrongs> => {
  const open = await unfinished(mongo);
  if (open.rowsWithoutEnd.length + open.sessionsWithoutEnd.length > 0) return { ...nothingWrong, ...open };
  const { sessionRows, commands: stored } = mongo.collections;
  const [rows, commands] = await Promise.all([sessionRows.find().toArray(), stored.find().toArray()]);
  const sessionOf = new Map(commands.map(({ _id, session }) => [_id, session.toHexString()]));
  const rowAt = new Map(rows.map((row) => [`${row.session.toHexString()}/${row.channel}`, row]));

  return {
    ...open,
    commandedTwice: units.flatMap(({ heard }) => twice(heard.map(({ command }) => command.commandId))),
    openedAfterExpiry: units.flatMap(({ openings }) =>
      openings.filter(({ at, expiresAt }) => at >= expiresAt).map(({ commandId }) => commandId),
    ),
    factsLost: units.flatMap(({ stored, serialNumber }) =>
      stored.flatMap((said) => {
        if (!("fact" in said)) return [];
        const row = rowAt.get(`${sessionOf.get(said.commandId)}/${said.channel}`);
        return row?.facts[said.fact] ? [] : [`${serialNumber} ${said.commandId}/${said.channel} ${said.fact}`];
      }),
    ),
  };
};

/** The same for work that should end within `ms` milliseconds; throws, with examples, if some does not. */
export const judgeOnceEnded = (mongo: Pick<Mongo, "collections">, units: Witness[], ms: number): Promise<Wrongs> =>
  eventually(
    async () => {
      const found = await judge(mongo, units);
      const left = [...found.sessionsWithoutEnd, ...found.rowsWithoutEnd];
      if (left.length > 0)
        throw new Error(`${left.length} sessions and rows have not ended: ${left.slice(0, 5).join(", ")}`);
      return found;
    },
    { timeout: ms },
  );

/** The locks that are not stored as their units said last; `said` and the answer know them by `serialNumber/channel`. */
export const locksNotAsSaid = async (
  { collections }: Pick<Mongo, "collections">,
  said: ReadonlyMap<string, boolean>,
): Promise<string[]> => {
  const doors = new Map((await collections.doors.find().toArray()).map(({ _id, isLocked }) => [_id, isLocked]));
  return [...said].filter(([id, isLocked]) => doors.get(id) !== isLocked).map(([id]) => id);
};

import type { Mongo } from "#shared/runtime/mongo.ts";
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

/** Compares what the units received, did and were acknowledged with the database. */
export const judge = async ({ collections }: Pick<Mongo, "collections">, units: Witness[]): Promise<Wrongs> => {
  const [sessions, rows, commands] = await Promise.all([
    collections.sessions.find().toArray(),
    collections.sessionRows.find().toArray(),
    collections.commands.find().toArray(),
  ]);
  const sessionOf = new Map(commands.map(({ _id, session }) => [_id, session.toHexString()]));
  const rowAt = new Map(rows.map((row) => [`${row.session.toHexString()}/${row.channel}`, row]));

  return {
    rowsWithoutEnd: rows.filter(({ end }) => end === null).map(({ label, session }) => `${session}/${label}`),
    sessionsWithoutEnd: sessions
      .filter(({ status, hasTurn }) => status === "queued" || status === "running" || hasTurn)
      .map(({ _id, status }) => `${_id} ${status}`),
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

import type * as z from "zod";
import { Id } from "../http/fields.ts";
import { SerialNumber } from "../registration/registration.schema.ts";
import { records } from "./records.ts";
import { type Room, reportsRoom, withoutRecords } from "./rooms.ts";

// Apart from the rooms' names: they come of all records, whose schemas a page need not make to join a room.
const listRooms: ReadonlySet<string> = new Set([...records.flatMap(({ lists }) => [...lists]), ...withoutRecords]);
const kinds = new Map<string, z.ZodType<string>>([
  ...records.flatMap((definition): [string, typeof Id][] =>
    "room" in definition && definition.room ? [[definition.room, Id]] : [],
  ),
  ["unit", SerialNumber],
  ["containers", Id],
  ["session", Id],
  ["reports", Id],
]);

/** Whether this operator may join a room that is one: their own reports, and whatever is everybody's. */
export const mayJoin = (room: Room, operator: string): boolean =>
  !room.startsWith("reports/") || room === reportsRoom(operator);

/** A client can join only rooms of these kinds, with well-formed ids. */
export const isRoom = (name: string): name is Room => {
  if (listRooms.has(name)) return true;
  const [kind = "", id = "", ...more] = name.split("/");
  return more.length === 0 && kinds.get(kind)?.safeParse(id).success === true;
};

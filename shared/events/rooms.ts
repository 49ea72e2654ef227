import type * as z from "zod";
import { Id } from "../http/fields.ts";
import { SerialNumber } from "../registration/registration.schema.ts";
import { type RecordDefinition, records } from "./records.ts";

/**
 * Rooms of lists. `inventory` shows stock, which is computed and no record, as are the pending counts (`attention`);
 * rows of the can `ledger` and of the `transaction-ledger` are none either, because nobody edits them.
 */
const withoutRecords = ["inventory", "attention", "ledger", "transaction-ledger"] as const;
type ListRoom = RecordDefinition["lists"][number] | (typeof withoutRecords)[number];
const listRooms: ReadonlySet<string> = new Set([...records.flatMap(({ lists }) => [...lists]), ...withoutRecords]);

/** The kinds of rooms that are about one thing: a record's own, and what is followed by another name than its id. */
type Kind =
  | NonNullable<Extract<RecordDefinition, { room?: string }>["room"]>
  | "unit"
  | "containers"
  | "session"
  | "reports";
const kinds = new Map<string, z.ZodType<string>>([
  ...records.flatMap((definition): [string, typeof Id][] =>
    "room" in definition && definition.room ? [[definition.room, Id]] : [],
  ),
  ["unit", SerialNumber],
  ["containers", Id],
  ["session", Id],
  ["reports", Id],
]);
export type Room = ListRoom | `${Kind}/${string}`;

export const machineRoom = (id: string): Room => `machine/${id}`;
/** The room of one machine's containers. */
export const containersRoom = (machine: string): Room => `containers/${machine}`;
/** The room of one control-unit session's rows. */
export const sessionRoom = (id: string): Room => `session/${id}`;
/** The reports of one operator, who alone may be there. */
export const reportsRoom = (operator: string): Room => `reports/${operator}`;
export const unitRoom = (serialNumber: string): Room => `unit/${serialNumber}`;

/** Whether this operator may join a room that is one: their own reports, and whatever is everybody's. */
export const mayJoin = (room: Room, operator: string): boolean =>
  !room.startsWith("reports/") || room === reportsRoom(operator);

/** A client can join only rooms of these kinds, with well-formed ids. */
export const isRoom = (name: string): name is Room => {
  if (listRooms.has(name)) return true;
  const [kind = "", id = "", ...more] = name.split("/");
  return more.length === 0 && kinds.get(kind)?.safeParse(id).success === true;
};

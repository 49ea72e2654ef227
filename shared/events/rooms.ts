import { Id } from "../http/fields.ts";
import { SerialNumber } from "../registration/registration.schema.ts";

/** Rooms without a record: everybody who looks at that list. */
export const listRooms = [
  "machines",
  "live-status",
  "profiles",
  "products",
  "regions",
  "inventory",
  "registration-requests",
  "registered-units",
] as const;
export type ListRoom = (typeof listRooms)[number];

/** Rooms of one record, and what names the record. */
const recordRooms = { machine: Id, unit: SerialNumber, containers: Id, session: Id } as const;
export type RecordRoom = `${keyof typeof recordRooms}/${string}`;
export type Room = ListRoom | RecordRoom;

export const machineRoom = (id: string): Room => `machine/${id}`;
/** Everybody who looks at one machine's containers. */
export const containersRoom = (machine: string): Room => `containers/${machine}`;
/** Everybody who looks at the rows of one control-unit session. */
export const sessionRoom = (id: string): Room => `session/${id}`;
export const unitRoom = (serialNumber: string): Room => `unit/${serialNumber}`;

/** A client can join only rooms of these kinds, with well-formed ids. */
export const isRoom = (name: string): name is Room => {
  if ((listRooms as readonly string[]).includes(name)) return true;
  const [kind = "", id = "", ...more] = name.split("/");
  if (more.length > 0 || !Object.hasOwn(recordRooms, kind)) return false;
  return recordRooms[kind as keyof typeof recordRooms].safeParse(id).success;
};

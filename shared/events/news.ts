import * as z from "zod";
import { ContainerRecord } from "../containers/container.schema.ts";
import { ResultRow, Session } from "../control-units/control-unit.schema.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { ContainersInfo, InventoryRow, RedisStock } from "../inventory/inventory.schema.ts";
import { Presence } from "../live-status/live-status.schema.ts";
import { MachineRecord } from "../machines/machine.schema.ts";
import { Product } from "../products/product.schema.ts";
import { ProductProfile } from "../profiles/profile.schema.ts";
import { Region } from "../regions/region.schema.ts";
import { RegisteredUnit, RegistrationRequest } from "../registration/registration.schema.ts";
import { containersRoom, machineRoom, type Room, sessionRoom, unitRoom } from "./rooms.ts";

/**
 * Every event that a screen can hear: what it carries and which rooms it goes to.
 * A payload is the whole view, never a difference. `before` is the record as it was, where pre-images are kept:
 * rooms that a record leaves are told as well.
 */
interface News<P extends z.ZodType> {
  payload: P;
  to: (view: z.output<P>, before: z.output<P> | null) => Room[];
}
const event = <P extends z.ZodType>(payload: P, to: News<P>["to"]): News<P> => ({ payload, to });

const unitRooms = (unit: { serialNumber: string; vendingMachine: string | null }): Room[] => [
  unitRoom(unit.serialNumber),
  ...(unit.vendingMachine ? [machineRoom(unit.vendingMachine)] : []),
];
const unitLists: Room[] = ["registered-units", "live-status", "machines"];

/** A machine's stock, computed anew from one snapshot after its containers changed. */
export const MachineStock = z.object({
  vendingMachine: Id,
  row: InventoryRow,
  brandStock: z.record(z.string(), z.number().int()),
  containersInfo: ContainersInfo,
  redisStock: RedisStock,
});
export type MachineStock = z.infer<typeof MachineStock>;

/** A lock as its unit last said. */
export const Door = z.object({ serialNumber: z.string(), channel: z.number().int(), isLocked: z.boolean() });

export const news = {
  "machine.changed": event(MachineRecord, (machine) => ["machines", "live-status", machineRoom(machine._id)]),
  "machine.removed": event(z.object({ _id: Id }), (machine) => ["machines", "live-status", machineRoom(machine._id)]),
  "profile.changed": event(ProductProfile, () => ["profiles"]),
  "profile.removed": event(z.object({ _id: Id }), () => ["profiles"]),
  "product.changed": event(Product, () => ["products"]),
  "product.removed": event(z.object({ _id: Id }), () => ["products"]),
  "region.changed": event(Region, () => ["regions"]),
  "region.removed": event(z.object({ _id: Id }), () => ["regions"]),
  "container.changed": event(ContainerRecord, (container) => [containersRoom(container.vendingMachine)]),
  "container.removed": event(ContainerRecord, (container) => [containersRoom(container.vendingMachine)]),
  "machine.stock.changed": event(MachineStock, (stock) => ["inventory", machineRoom(stock.vendingMachine)]),
  "door.changed": event(Door, (door) => [unitRoom(door.serialNumber)]),
  /** To who watches it, and to who looks at its machine. */
  "session.changed": event(Session, (session) => [sessionRoom(session.sessionId), machineRoom(session.vendingMachine)]),
  "session.row.changed": event(ResultRow, (row) => [sessionRoom(row.sessionId)]),
  "unit.changed": event(RegisteredUnit, (unit, before) => [
    ...new Set([...unitLists, ...unitRooms(unit), ...(before ? unitRooms(before) : [])]),
  ]),
  "unit.removed": event(RegisteredUnit, (unit) => [...unitLists, ...unitRooms(unit)]),
  "request.changed": event(RegistrationRequest, (request) => ["registration-requests", unitRoom(request.serialNumber)]),
  "request.removed": event(RegistrationRequest, (request) => ["registration-requests", unitRoom(request.serialNumber)]),
};

export type NewsName = keyof typeof news;
export type NewsView<N extends NewsName> = z.output<(typeof news)[N]["payload"]>;

/** How news travels: `t` is the change's time in the database; a page drops what its load has already seen. */
export interface Delivery<N extends NewsName> {
  t: ClusterTime;
  view: NewsView<N>;
}

/** What is pushed but not stored; it carries its own order (`lastSeen`), so it has no `t`. */
export const presenceNews = z.array(Presence);

/** What the gateway says to a socket. */
export type ServerEvents = { [N in NewsName]: (delivery: Delivery<N>) => void } & {
  "presence.changed": (presences: z.output<typeof presenceNews>) => void;
  /** History was lost or too much at once: load the page's data again. */
  reload: (rooms: Room[]) => void;
};

export const JoinRooms = z.array(z.string().max(100)).max(50);
export type JoinReply = { success: true } | { success: false; error: string };

/** What a client says. `join` answers once the socket is in all rooms; only then may the page load. */
export interface ClientEvents {
  join: (rooms: string[], reply: (answer: JoinReply) => void) => void;
  leave: (rooms: string[]) => void;
}

/** Every delivery is checked again by the client on its way in. */
export const deliveryOf = <N extends NewsName>(name: N) => z.object({ t: ClusterTime, view: news[name].payload });

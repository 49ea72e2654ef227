import * as z from "zod";
import { ResultRow, Session } from "../control-units/control-unit.schema.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { rowsPerLongPage } from "../http/long-lists.ts";
import { ContainersInfo, InventoryRow, RedisStock } from "../inventory/inventory.schema.ts";
import { LedgerPosted } from "../ledger/ledger.schema.ts";
import { Presence } from "../live-status/live-status.schema.ts";
import { UnitBouncing } from "../machines/bouncing.schema.ts";
import { PendingCounts } from "../pending-counts/pending-counts.schema.ts";
import { TransactionLedgerPosted } from "../transaction-ledger/transaction-ledger.schema.ts";
import { Gone, type RecordDefinition } from "./record.ts";
import { type DefinitionOf, type RecordName, type RemovedOf, records } from "./records.ts";
import { machineRoom, type Room, sessionRoom, unitRoom } from "./rooms.ts";

/**
 * Every event that a screen can receive: what it carries and which rooms it goes to. A payload is the whole view, never
 * a difference. `before` is the record as it was, where pre-images are kept: rooms that a record leaves receive it as
 * well.
 */
interface EventDefinition<P extends z.ZodType> {
  payload: P;
  to: (view: z.output<P>, before: z.output<P> | null) => Room[];
}
const event = <P extends z.ZodType>(payload: P, to: EventDefinition<P>["to"]): EventDefinition<P> => ({ payload, to });

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

type RecordEvents = { [N in RecordName as `${N}.changed`]: EventDefinition<DefinitionOf<N>["view"]> } & {
  [N in RecordName as `${N}.removed`]: EventDefinition<RemovedOf<DefinitionOf<N>>>;
};
/** A record's events go to its lists, to its own room, and to the further rooms of how it is and how it was. */
const eventsOf = ({
  name,
  view,
  lists,
  room,
  rooms,
  keepsBefore,
}: RecordDefinition): [string, EventDefinition<z.ZodType>][] => {
  const further = (record: unknown) => (record ? (rooms?.(record as never) ?? []) : []);
  const to = (record: unknown, before: unknown) => {
    const own = room ? [`${room}/${(record as { _id: string })._id}`] : [];
    return [...new Set([...lists, ...own, ...further(record), ...further(before)])] as Room[];
  };
  return [
    [`${name}.changed`, { payload: view, to }],
    [`${name}.removed`, { payload: keepsBefore ? view : Gone, to }],
  ];
};

export const events = {
  ...(Object.fromEntries(records.flatMap(eventsOf)) as unknown as RecordEvents),
  "machine.stock.changed": event(MachineStock, (stock) => ["inventory", machineRoom(stock.vendingMachine)]),
  /** To the lists with the machine, and to its own room. */
  "rattling.changed": event(UnitBouncing, ({ vendingMachine }) => [
    ...(["live-status", "machines"] as const),
    ...(vendingMachine ? [machineRoom(vendingMachine)] : []),
  ]),
  /** Counted by each gateway for its own sockets; its own moment, not `t`, says which of two is newer. */
  "attention.changed": event(PendingCounts, () => ["attention"]),
  /** A row is written once and never changes. */
  "ledger.posted": event(LedgerPosted, () => ["ledger"]),
  /** Likewise. */
  "transaction-ledger.posted": event(TransactionLedgerPosted, () => ["transaction-ledger"]),
  /** A payment of no order, or who looked after it: its page loads again. */
  "unknown-payment.changed": event(z.object({ paymentId: z.string() }), () => ["orders"]),
  "door.changed": event(Door, (door) => [unitRoom(door.serialNumber)]),
  /** To its own room, to its machine's, and to the ledger of commands. */
  "session.changed": event(Session, (session) => [
    sessionRoom(session.sessionId),
    machineRoom(session.vendingMachine),
    "transaction-ledger",
  ]),
  /** The ledger shows that a door failed, and nothing else of a row. */
  "session.row.changed": event(ResultRow, (row) => [
    sessionRoom(row.sessionId),
    ...(row.facts.failed ? (["transaction-ledger"] as const) : []),
  ]),
};

export type EventName = keyof typeof events;
export type EventView<N extends EventName> = z.output<(typeof events)[N]["payload"]>;

/** How events are sent: `t` is the change's time in the database; a page drops what its load has already seen. */
export interface Delivery<N extends EventName> {
  t: ClusterTime;
  view: EventView<N>;
}

/** What is pushed but not stored; it carries its own order (`lastSeen`), so it has no `t`. */
export const presenceEvent = z.array(Presence);

/** What the gateway says to a socket. */
export type ServerEvents = { [N in EventName]: (delivery: Delivery<N>) => void } & {
  "presence.changed": (presences: z.output<typeof presenceEvent>) => void;
  /** History was lost or too much at once: load the page's data again. */
  reload: (rooms: Room[]) => void;
};

/** Two of each row of a long page, and a few of all rows together. */
export const JoinRooms = z.array(z.string().max(100)).max(2 * rowsPerLongPage + 10);
export type JoinReply = { success: true } | { success: false; error: string };

/** Client events. `join` is acknowledged once the socket is in all rooms; only then may the page load. */
export interface ClientEvents {
  join: (rooms: string[], reply: (answer: JoinReply) => void) => void;
  leave: (rooms: string[]) => void;
  /** Somebody can see the page: the login does not end as idle. At most once a minute. */
  watching: () => void;
}

/** Every delivery is checked again by the client on its way in. */
export const deliveryOf = <N extends EventName>(name: N) => z.object({ t: ClusterTime, view: events[name].payload });

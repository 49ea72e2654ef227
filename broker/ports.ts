import type { MachineDesk } from "#shared/events/unit-connections.ts";
import type { VisitorLimits } from "./visitors.ts";

interface Counter<Label extends string> {
  inc(labels: Record<Label, string>): void;
}

interface Counters {
  connectedUnits: Counter<"login"> & { dec(labels: Record<"login", string>): void };
  machineMessages: Counter<"topic">;
  droppedMessages: Counter<"reason">;
  refusedConnections: Counter<"reason">;
}

/** What callers without a registered unit cause is counted by address and reason, and logged together. */
interface Strangers {
  note(address: string, reason: string): void;
  /** True once in a while: what must be said at length is said once. */
  isFirst(what: string): boolean;
}

interface Log {
  debug(fields: object, text: string): void;
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
}

export interface BrokerLimits {
  /** A connection that has not sent its CONNECT by then is ended. */
  connectMs: number;
  /** A sign-in is answered, and the connection ready, by then. */
  authenticateMs: number;
  /** A message that the desk has not stored by then ends its connection. */
  pubackMs: number;
  /** Connections open at once from one address, signed in or not. */
  connectionsPerAddress: number;
  visitors: VisitorLimits;
  /** Bytes of messages that wait to be stored, of all connections together. */
  waitingBytes: number;
}

/** With `tls` both ports accept TLS only. Port 0 takes any free one. */
export interface Listen {
  host: string;
  port: number;
  wsPort?: number | undefined;
  tls?: { key: string | Buffer; cert: string | Buffer } | undefined;
  /** Whether an address is a balancer's, which sends PROXY protocol version 2. Where it is given, nobody else may connect. */
  isBalancer?: ((address: string) => boolean) | undefined;
}

/** Passed to every file of this package. */
export interface BrokerParts {
  desk: MachineDesk;
  log: Log;
  strangers: Strangers;
  limits: BrokerLimits;
  counters: Counters;
}

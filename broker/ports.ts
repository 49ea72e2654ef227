import type { DownMessage, ProblemMessage, UpMessage } from "#shared/events/machine-topics.ts";
import type { VisitorLimits } from "./visitors.ts";

/**
 * What the broker takes and gives. Plain shapes, equal in structure to those of the gateway, so that neither package
 * imports types of the other.
 */

/** How a unit signed in: with its own secret, or with the key that all unregistered units share. */
type UnitLogin = "unit" | "provision";

/** What the desk made of a sign-in; `credential` is the desk's own name for the secret that was used. */
export interface Admission {
  login: UnitLogin;
  credential: string;
  /** Grows from each sign-in of this unit to the next, by whichever broker; 0 on the provisioning login. */
  connectionNumber: number;
  /** What this unit's commands are signed with; null or missing where it was given no such key. */
  commandKey?: Buffer | null;
}

export interface UnitConnection extends Admission {
  id: string;
  /** As addresses are counted. */
  address: string;
  serialNumber: string;
}

/** What a unit says in its CONNECT, and where it says it from. */
interface Claim {
  serialNumber: string;
  username: string;
  password: string;
  /** As addresses are counted: an IPv6 network of /64 is one. */
  address: string;
  /** The strangers at this address, or all of them, have spent what they may: only what is surely right is looked at. */
  isCrowded: boolean;
}

/** Decides which clients are admitted, and stores their messages. */
export interface Desk {
  /** Null refuses; 'later' makes the unit come again. A rejection answers it that the server is unavailable. */
  admit(claim: Claim): Promise<Admission | null | "later">;
  /** Called before anything that this connection says is handed on. */
  connected(connection: UnitConnection): void;
  /** On every SUBSCRIBE that reaches its commands or credentials, after its SUBACK was written. */
  subscribed(connection: UnitConnection): void;
  received(connection: UnitConnection, message: UpMessage): Promise<void>;
  /** What a unit said with its own secret was dropped. */
  dropped(connection: UnitConnection, problem: ProblemMessage): void;
  /** `why` is our reason, or 'left' when the unit ended it or the network did. */
  closed(connection: UnitConnection, why: string): void;
}

/** For sending messages to units. */
export interface Lines {
  send(connectionId: string, message: DownMessage): Promise<boolean>;
  /** Ends one connection, if it is here. */
  end(connectionId: string, why: string): Promise<void>;
  connections(): UnitConnection[];
  roundTrip(ms: number): Promise<void>;
}

interface Counter<Label extends string> {
  inc(labels: Record<Label, string>): void;
}

interface Counters {
  connectedUnits: Counter<"login"> & { dec(labels: Record<"login", string>): void };
  machineMessages: Counter<"topic">;
  droppedMessages: Counter<"reason">;
  refusedConnections: Counter<"reason">;
}

/** What those cause who are no registered unit is counted by address and reason, and said together. */
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
  desk: Desk;
  log: Log;
  strangers: Strangers;
  limits: BrokerLimits;
  counters: Counters;
}

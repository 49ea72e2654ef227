import type { DownMessage, ProblemMessage, UpMessage } from "./machine-topics.ts";

/** How a unit signed in: with its own secret, or with the provisioning key that all unregistered units share. */
type UnitLogin = "unit" | "provision";

/** What the desk made of a sign-in. `credential` names the secret that it was made with; the broker only keeps it. */
export interface Admission {
  login: UnitLogin;
  credential: string;
  /** Grows from each sign-in of this unit to the next, at whichever gateway; 0 on the provisioning login. */
  connectionNumber: number;
  /** What this unit's commands are signed with; null or missing where it was given no such key. */
  commandKey?: Uint8Array | null;
}

/** One admitted MQTT connection of a unit. */
export interface UnitConnection extends Admission {
  id: string;
  /** As addresses are counted (`addressName`). */
  address: string;
  serialNumber: string;
}

/** What a unit says in its CONNECT, and where it says it from. */
export interface Claim {
  serialNumber: string;
  username: string;
  password: string;
  /** As addresses are counted (`addressName`). */
  address: string;
  /** The strangers at this address, or all of them, have spent what they may: only what is surely right is looked at. */
  isCrowded: boolean;
}

/** The machine link as the broker sees it: decides who may come in, and stores what they say. */
export interface MachineDesk {
  /** Null refuses; 'later' makes the unit come again. A rejection answers it that the server is unavailable. */
  admit(claim: Claim): Promise<Admission | null | "later">;
  /**
   * Called before anything that this connection sends is passed on; the unit's earlier connection with its own secret
   * is closed by then.
   */
  connected(connection: UnitConnection): void;
  /** On every SUBSCRIBE that reaches its commands or credentials, after its SUBACK was written: it can be sent messages. */
  subscribed(connection: UnitConnection): void;
  /** No subscription of this connection reaches its commands or credentials any more: it can be sent none. */
  unsubscribed(connection: UnitConnection): void;
  /** Resolves once what was said is stored; the PUBACK follows. A rejection closes the connection without a PUBACK. */
  received(connection: UnitConnection, message: UpMessage): Promise<void>;
  /** What a unit said with its own secret was dropped. */
  dropped(connection: UnitConnection, problem: ProblemMessage): void;
  /** `why` is a reason of the machine protocol's table, or 'left'. */
  closed(connection: UnitConnection, why: string): void;
}

/** The broker as the machine link sees it. */
export interface MachineLines {
  /** Writes to that one connection; false if it is no longer here. A write proves nothing about its arrival. */
  send(connectionId: string, message: DownMessage): Promise<boolean>;
  /** Ends one connection, if it is here. */
  end(connectionId: string, why: string): Promise<void>;
  connections(): UnitConnection[];
  /** A message through the broker and back, for the readiness check. Rejects after `ms`. */
  roundTrip(ms: number): Promise<void>;
}

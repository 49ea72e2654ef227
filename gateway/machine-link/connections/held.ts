import type { UnitConnection } from "#shared/events/unit-connections.ts";
import type { Telemetry } from "#shared/machines/telemetry.schema.ts";

/** A connection to this gateway, with what only this gateway knows of it. */
export interface Held {
  connection: UnitConnection;
  /** When it came, by the monotonic clock in milliseconds. */
  cameAt: number;
  subscribed: boolean;
  /** When the last accepted message came; null before the first. */
  lastHeard: number | null;
  /** As this connection's last heartbeat said; undefined before the first. */
  telemetry: Telemetry | undefined;
  /** The firmware that its record was last given over this connection, and when; missing before the first. */
  firmware?: { version: string; at: number };
  /** The public key that this connection's last `register` named; null before, and without one. */
  key: string | null;
  /** Whether that is the key stored for its serial number. */
  isOwn: boolean;
  /** Whether that `register` said that the unit checks the `mac` of commands. */
  checksMac: boolean;
}

/** Every unit that is connected here: one connection each with its own secret, several with the provisioning key. */
export const createHeld = () => {
  const held = new Map<string, Held>();
  const ofUnit = new Map<string, Held>();
  /** With the provisioning key, and without the key stored for their serial number. */
  const strangers = new Map<string, Held>();
  const waiting = new Map<string, Held[]>();
  const waitingOf = (serialNumber: string): Held[] => waiting.get(serialNumber) ?? [];

  return {
    add: (connection: UnitConnection): void => {
      const one: Held = {
        connection,
        cameAt: performance.now(),
        subscribed: false,
        lastHeard: null,
        telemetry: undefined,
        key: null,
        isOwn: false,
        checksMac: false,
      };
      const { id, login, serialNumber } = connection;
      held.set(id, one);
      if (login === "unit") {
        ofUnit.set(serialNumber, one);
        return;
      }
      strangers.set(id, one);
      waiting.set(serialNumber, [...waitingOf(serialNumber), one]);
    },
    get: ({ id }: Pick<UnitConnection, "id">): Held | undefined => held.get(id),
    remove: ({ id, login, serialNumber }: UnitConnection): void => {
      held.delete(id);
      strangers.delete(id);
      if (login === "unit") {
        if (ofUnit.get(serialNumber)?.connection.id === id) ofUnit.delete(serialNumber);
        return;
      }
      const left = waitingOf(serialNumber).filter(({ connection }) => connection.id !== id);
      if (left.length > 0) waiting.set(serialNumber, left);
      else waiting.delete(serialNumber);
    },
    /** The connection with the unit's own secret. */
    ofUnit: (serialNumber: string): Held | undefined => ofUnit.get(serialNumber),
    /** Those with the provisioning key, the oldest first. */
    waitingOf,
    /** A connection that has named its serial number's key is no stranger. */
    setOwn: (one: Held, isOwn: boolean): void => {
      one.isOwn = isOwn;
      if (!held.has(one.connection.id)) return;
      if (isOwn) strangers.delete(one.connection.id);
      else strangers.set(one.connection.id, one);
    },
    /** The stranger who has been here longest if there are more than this many, else null. */
    strangerBeyond: (many: number): Held | null => {
      if (strangers.size <= many) return null;
      return strangers.values().next().value ?? null;
    },
    /** All of both kinds, the oldest first. */
    all: (): Held[] => [...held.values()],
  };
};
export type HeldConnections = ReturnType<typeof createHeld>;

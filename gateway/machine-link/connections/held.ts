import type { UnitConnection } from "../../parts.ts";

/** A connection that this gateway holds, with what only this gateway knows of it. */
export interface Held {
  connection: UnitConnection;
  subscribed: boolean;
  /** Of the last accepted message; null before the first. */
  lastHeard: number | null;
  /** As a heartbeat last said; undefined before the first. */
  strength: number | null | undefined;
  /** As this connection's last heartbeat named it. */
  version: string | null;
}

/** Every unit that is connected here; the broker lets a unit have one connection. */
export const createHeld = () => {
  const held = new Map<string, Held>();
  const get = ({ id, serialNumber }: UnitConnection): Held | undefined => {
    const one = held.get(serialNumber);
    return one?.connection.id === id ? one : undefined;
  };
  return {
    add: (connection: UnitConnection): void => {
      const fresh = { subscribed: false, lastHeard: null, strength: undefined, version: null };
      held.set(connection.serialNumber, { connection, ...fresh });
    },
    get,
    remove: (connection: UnitConnection): void => {
      if (get(connection)) held.delete(connection.serialNumber);
    },
    ofUnit: (serialNumber: string): Held | undefined => held.get(serialNumber),
    all: (): Held[] => [...held.values()],
  };
};
export type HeldConnections = ReturnType<typeof createHeld>;

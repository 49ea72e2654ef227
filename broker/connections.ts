import { randomUUID } from "node:crypto";
import type { Client } from "aedes";
import type { Admission, UnitConnection } from "#shared/events/unit-connections.ts";
import { createMessageMemory, createMessageQueue, type MessageQueue } from "./message-queue.ts";
import type { BrokerParts } from "./ports.ts";

/** One connection that stands, with what is remembered about it. */
export interface Connection {
  unit: UnitConnection;
  client: Client;
  messages: MessageQueue;
  dropped: number;
  /** What it is subscribed to now. */
  filters: Set<string>;
  /** Why we ended it; null while it stands, or when the unit left by itself. */
  endedFor: string | null;
}

/**
 * The connections here. One per unit with its own secret: a new one is admitted once the earlier one is closed. Those
 * with the provisioning key do not replace each other or it: all who know the key could else push each other out.
 */
export const createConnections = ({ desk, log, strangers, limits, counters }: BrokerParts) => {
  const memory = createMessageMemory(limits.waitingBytes);
  const admitted = new WeakMap<Client, { admission: Admission & { serialNumber: string }; address: string }>();
  const ofClient = new WeakMap<Client, Connection>();
  const ofUnit = new Map<string, Connection>();
  const byId = new Map<string, Connection>();

  /** Clients with the key that all new units share could fill the log by connecting and leaving. */
  const levelOf = ({ login }: UnitConnection) => (login === "provision" ? "debug" : "info");

  const closed = (connection: Connection) => {
    const { unit } = connection;
    if (!byId.delete(unit.id)) return;
    if (ofUnit.get(unit.serialNumber) === connection) ofUnit.delete(unit.serialNumber);
    counters.connectedUnits.dec({ login: unit.login });
    const why = connection.endedFor ?? "left";
    log[levelOf(unit)]({ serialNumber: unit.serialNumber, connection: unit.id, why }, "unit disconnected");
    desk.closed(unit, why);
  };

  /** Ends a connection and resolves once it is gone. */
  const end = (connection: Connection, why: string): Promise<void> => {
    if (connection.endedFor === null) {
      connection.endedFor = why;
      counters.refusedConnections.inc({ reason: why });
      if (connection.unit.login === "provision") strangers.note(connection.unit.address, why);
    }
    return new Promise((resolve) => connection.client.close(resolve));
  };

  return {
    /**
     * Remembers what the desk said until Aedes has registered the client. Aedes ends a client when another one of its
     * id is registered, so on the provisioning login each gets an id of its own.
     */
    admit: (client: Client, admission: Admission, address: string) => {
      admitted.set(client, { admission: { ...admission, serialNumber: client.id }, address });
      if (admission.login === "provision") client.id = `${client.id}/${randomUUID()}`;
    },
    /** Aedes has registered the client; nothing that it says has been handled yet. */
    opened: (client: Client) => {
      const known = admitted.get(client);
      // Aedes also registers a client whose socket has closed during its sign-in.
      if (!known || client.closed) return;
      const unit = { id: randomUUID(), ...known.admission, address: known.address };
      const connection: Connection = {
        unit,
        client,
        messages: createMessageQueue(limits.pubackMs, memory),
        dropped: 0,
        filters: new Set(),
        endedFor: null,
      };
      ofClient.set(client, connection);
      if (unit.login === "unit") ofUnit.set(unit.serialNumber, connection);
      byId.set(unit.id, connection);
      client.conn.once("close", () => closed(connection));
      const { serialNumber, login } = unit;
      counters.connectedUnits.inc({ login });
      log[levelOf(unit)]({ serialNumber, connection: unit.id, login }, "unit connected");
      desk.connected(unit);
    },
    left: (client: Client) => {
      const connection = ofClient.get(client);
      if (connection) closed(connection);
    },
    of: (client: Client): Connection | undefined => ofClient.get(client),
    withId: (id: string): Connection | undefined => byId.get(id),
    /** The one with the unit's own secret. */
    ofUnit: (serialNumber: string): Connection | undefined => ofUnit.get(serialNumber),
    all: (): Connection[] => [...byId.values()],
    end,
  };
};
export type Connections = ReturnType<typeof createConnections>;

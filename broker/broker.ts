import type { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Aedes, type Client } from "aedes";
import { keepAliveSeconds } from "#shared/events/machine-topics.ts";
import type { MachineLines } from "#shared/events/unit-connections.ts";
import { createAuthenticator } from "./authenticate.ts";
import { type Connections, createConnections } from "./connections.ts";
import { createGuests } from "./guests.ts";
import { createHearing } from "./hear.ts";
import { openListeners } from "./listeners.ts";
import { createOutbound } from "./outbound.ts";
import { canReceive, maySubscribe } from "./permissions.ts";
import type { BrokerParts, Listen } from "./ports.ts";
import { createRoundTrip } from "./round-trip.ts";
import { createVisitors, type Visitor } from "./visitors.ts";

/** A unit that does not read for this long is ended. */
export const drainMs = 10_000;
const refusedSubscription = 128;

/** Handles Aedes' events about its clients. Returns the function that ends a client and counts the end once. */
const followClients = (
  aedes: Aedes,
  { desk, log }: Pick<BrokerParts, "desk" | "log">,
  connections: Connections,
  refused: (client: Client, why: string) => void,
) => {
  /** Also for a client that was not admitted yet, or whose connection has ended. */
  const endFor = (client: Client, why: string) => {
    const connection = connections.of(client);
    if (connection) void connections.end(connection, why);
    else refused(client, why);
  };
  const troubled = (client: Client, error: NodeJS.ErrnoException) => {
    log.debug({ serialNumber: client.id, err: error }, "connection broke");
    // An error with a code is the network's: the unit has left.
    if (error.code) return;
    if (error.message === "drain timeout") endFor(client, "not-reading");
    else endFor(client, client.connected ? "protocol-error" : "no-connect");
  };
  // The typings lack this event. Without a listener an error of Aedes' own would end the process.
  (aedes as EventEmitter).on("error", (error: Error) => log.warn({ err: error }, "broker error"));
  aedes.on("client", connections.opened);
  aedes.on("clientDisconnect", connections.left);
  aedes.on("clientError", troubled);
  aedes.on("connectionError", troubled);
  aedes.on("keepaliveTimeout", (client) => endFor(client, "silent"));
  aedes.on("subscribe", (subscriptions, client) => {
    const connection = connections.of(client);
    if (!connection || client.closed) return;
    const granted = subscriptions.filter(({ qos }) => Number(qos) !== refusedSubscription);
    for (const { topic } of granted) connection.filters.add(topic);
    if (granted.some(({ topic }) => canReceive(connection.unit, topic))) desk.subscribed(connection.unit);
  });
  aedes.on("unsubscribe", (topics, client) => {
    const connection = connections.of(client);
    // Aedes emits this for clients that have left, too.
    if (!connection || client.closed) return;
    const { unit, filters } = connection;
    const isOf = (topic: string) => canReceive(unit, topic);
    const left = topics.filter((topic) => filters.delete(topic));
    if (left.some(isOf) && ![...filters].some(isOf)) desk.unsubscribed(unit);
  });
  return endFor;
};

/** The MQTT broker of the units: version 3.1.1 over TCP, and where configured over TLS and WebSocket. */
export const createBroker = async (parts: BrokerParts & { listen: Listen }) => {
  const { strangers, limits, counters, listen } = parts;
  const connections = createConnections(parts);
  const outbound = createOutbound(connections);
  const visitors = createVisitors(limits.visitors);
  const visitorOf = new WeakMap<Client, Visitor>();
  const signIn = createAuthenticator(parts, connections, (client) => visitorOf.get(client));

  const aedes = await Aedes.createBroker({
    connectTimeout: limits.connectMs,
    // A unit need not wait for its CONNACK: what it says until then waits, as much as it may spend.
    queueLimit: limits.visitors.stranger.burst,
    drainTimeout: drainMs,
    keepaliveLimit: keepAliveSeconds.max,
    preConnect: signIn.preConnect,
    authenticate: signIn.authenticate,
    authorizePublish: createHearing(parts, connections),
    authorizeForward: outbound.authorizeForward,
    authorizeSubscribe: (client, subscription, done) => {
      const connection = connections.of(client);
      const may = connection && maySubscribe(connection.unit, subscription.topic);
      if (!may) counters.droppedMessages.inc({ reason: "subscription" });
      if (!may && connection?.unit.login === "provision") strangers.note(connection.unit.address, "subscription");
      done(null, may ? subscription : null);
    },
  });
  const endFor = followClients(aedes, parts, connections, signIn.refused);

  const onRefused = (address: string, reason: string) => {
    counters.refusedConnections.inc({ reason });
    strangers.note(address, reason);
  };
  const listeners = await openListeners(listen, limits, {
    ...createGuests({ aedes, visitors, visitorOf, endFor, onRefused }),
    shakesHands: visitors.shakesHands,
    onRefused,
  });

  const lines: MachineLines = {
    send: outbound.send,
    end: async (connectionId, why) => {
      const connection = connections.withId(connectionId);
      if (connection) await connections.end(connection, why);
    },
    connections: () => connections.all().map(({ unit }) => unit),
    roundTrip: createRoundTrip(aedes),
  };
  return {
    ...lines,
    ports: listeners.ports,
    /**
     * Accepts no further connections, and ends those that stand at moments of their own within `ms`, so that their units
     * do not all connect elsewhere at once. Until then each is served as before. To be followed by `stop`.
     */
    retire: async (ms: number): Promise<void> => {
      void listeners.stopAccepting();
      const ended = connections.all().map(async (connection) => {
        await wait(Math.random() * ms);
        await connections.end(connection, "stopping");
      });
      await Promise.all(ended);
    },
    stop: async () => {
      const ended = connections.all().map((connection) => connections.end(connection, "stopping"));
      await Promise.all([...ended, listeners.close()]);
      await new Promise<void>((resolve) => aedes.close(resolve));
    },
  };
};

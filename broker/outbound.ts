import type { AedesOptions } from "aedes";
import { type DownMessage, downTopic, downTopics } from "#shared/events/machine-topics.ts";
import type { Connections } from "./connections.ts";
import { hearsProblems } from "./permissions.ts";

type AuthorizeForward = NonNullable<AedesOptions["authorizeForward"]>;

/** All that ever reaches a client: what Cansole sends to it. */
export const createOutbound = (connections: Connections) => {
  /** Packets being sent, by their own objects: a client can send the same bytes, but never this object. */
  const sent = new WeakSet<Buffer>();

  return {
    /**
     * Aedes calls this before it writes a message to a client, whatever its source: sent to it, published by another
     * client, a will or retained. No client sends to another one here, so the first alone passes.
     */
    authorizeForward: ((_client, packet) =>
      Buffer.isBuffer(packet.payload) && sent.has(packet.payload) ? packet : null) satisfies AuthorizeForward,

    /**
     * Writes to that one connection, never by topic: a topic would reach every subscriber. True says only that the
     * bytes were handed to the socket.
     */
    send: (connectionId: string, { topic, payload }: DownMessage): Promise<boolean> => {
      const connection = connections.withId(connectionId);
      if (!connection || connection.client.closed) return Promise.resolve(false);
      const { client, unit, filters } = connection;
      const hears = topic !== "problem" || [...filters].some((filter) => hearsProblems(unit, filter));
      if (!hears) return Promise.resolve(false);
      const bytes = Buffer.from(JSON.stringify(payload));
      sent.add(bytes);
      return new Promise((resolve) => {
        const packet = {
          cmd: "publish" as const,
          topic: downTopic(unit.serialNumber, topic),
          payload: bytes,
          qos: downTopics[topic].qos,
          retain: false,
          dup: false,
        };
        client.publish(packet, () => resolve(!client.closed));
      });
    },
  };
};

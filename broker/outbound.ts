import { type DownMessage, downTopic, downTopics } from "#shared/events/machine-topics.ts";
import type { Connections } from "./connections.ts";

/**
 * Writes to that one connection, never by topic: a topic would reach whoever happens to have subscribed to it.
 * True says only that the bytes were handed to the socket.
 */
export const createSend =
  (connections: Connections) =>
  (connectionId: string, { topic, payload }: DownMessage): Promise<boolean> => {
    const connection = connections.withId(connectionId);
    if (!connection || connection.client.closed) return Promise.resolve(false);
    const { client, unit } = connection;
    return new Promise((resolve) => {
      const packet = {
        cmd: "publish" as const,
        topic: downTopic(unit.serialNumber, topic),
        payload: Buffer.from(JSON.stringify(payload)),
        qos: downTopics[topic].qos,
        retain: false,
        dup: false,
      };
      client.publish(packet, () => resolve(!client.closed));
    });
  };

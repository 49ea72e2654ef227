import { Socket } from "node:net";
import { connect, type MqttClient } from "mqtt";
import * as z from "zod";
import {
  type DownMessage,
  type DownTopic,
  downTopics,
  type UpMessage,
  upTopic,
  upTopics,
} from "#shared/events/machine-topics.ts";

export interface LineParts {
  mqttUrl: string;
  serialNumber: string;
  username: string;
  password: string;
  /** The subscription; the line counts as open once the gateway has granted it. */
  subscribeTo: string;
  /** SUBSCRIBE goes out now. */
  onRequesting?: () => void;
  /** Its SUBACK is here. */
  onGranted?: () => void;
  onMessage: (message: DownMessage) => void;
  /** Something came down that the protocol does not know. */
  onUnreadable: (topic: string, why: string) => void;
}

/** One MQTT connection of one unit. It does not reconnect: callers open another one. */
export interface Line {
  /** QoS 1: resolves with the PUBACK, rejects if the line ends first. QoS 0: resolves once written. */
  publish(message: UpMessage): Promise<void>;
  /** The same SUBSCRIBE once more: the gateway answers it with the time. */
  subscribeAgain(): void;
  /** Resolves when the line has ended, from either end. */
  ended: Promise<void>;
  /** As if the network had gone: no goodbye. */
  drop(): void;
  /** Says goodbye. */
  end(): Promise<void>;
}

/** The line could not be opened. `refused`: the gateway answered, and the answer was no. */
export class LineError extends Error {
  readonly refused: boolean;

  constructor(message: string, refused: boolean) {
    super(message);
    this.name = "LineError";
    this.refused = refused;
  }
}

const keepAliveSeconds = 30;
const openWithinMs = 15_000;

const read = (topic: string, bytes: Buffer): DownMessage => {
  const name = topic.slice(topic.lastIndexOf("/") + 1);
  if (!Object.hasOwn(downTopics, name)) throw new Error("no such topic");
  const { shape } = downTopics[name as DownTopic].payload;
  // A later Cansole may say more, and give commands of other types: both are for the unit to deal with.
  const known = name === "command" ? z.object({ ...shape, type: z.string() }) : z.object(shape);
  return { topic: name, payload: known.parse(JSON.parse(bytes.toString("utf8"))) } as DownMessage;
};

/** Connects and subscribes. Throws LineError. */
export const openLine = async (parts: LineParts): Promise<Line> => {
  const { serialNumber } = parts;
  const client = connect(parts.mqttUrl, {
    clientId: serialNumber,
    username: parts.username,
    password: parts.password,
    protocolVersion: 4,
    clean: true,
    keepalive: keepAliveSeconds,
    reconnectPeriod: 0,
    connectTimeout: openWithinMs,
    resubscribe: false,
    queueQoSZero: false,
  });
  // Small messages must not wait for each other: a unit has no reason to gather them.
  client.once("connect", () => {
    if (client.stream instanceof Socket) client.stream.setNoDelay(true);
  });
  const ended = new Promise<void>((resolve) => client.once("close", resolve));
  client.on("message", (topic, bytes) => {
    try {
      parts.onMessage(read(topic, bytes));
    } catch (error) {
      parts.onUnreadable(topic, error instanceof Error ? error.message : String(error));
    }
  });
  let lastRequested: number | null = null;
  // The callback of `subscribe` comes too late: by then, what follows the SUBACK may have been handled.
  client.on("packetreceive", (packet) => {
    if (packet.cmd === "suback" && packet.messageId === lastRequested) parts.onGranted?.();
  });
  const subscribe = (done: (error: Error | null) => void) => {
    parts.onRequesting?.();
    client.subscribe(parts.subscribeTo, { qos: 1 }, done);
    lastRequested = client.getLastMessageId();
  };
  await opened(client, subscribe);
  return {
    ended,
    subscribeAgain: () => subscribe(() => undefined),
    publish: ({ topic, payload }) =>
      new Promise((resolve, reject) => {
        const { qos } = upTopics[topic];
        client.publish(upTopic(serialNumber, topic), JSON.stringify(payload), { qos }, (error) =>
          error ? reject(error) : resolve(),
        );
      }),
    drop: () => {
      client.stream.destroy();
    },
    end: async () => {
      client.end();
      await ended;
    },
  };
};

/** The return codes of MQTT 3.1.1 with which a gateway refuses a sign-in. */
const isRefusal = (error: unknown) => [2, 4, 5].includes((error as { code?: number }).code ?? -1);

const opened = async (client: MqttClient, subscribe: (done: (error: Error | null) => void) => void): Promise<void> => {
  try {
    await new Promise<void>((resolve, reject) => {
      client.on("error", reject);
      client.once("close", () => reject(new Error("the connection was closed before it stood")));
      client.once("connect", () => subscribe((error) => (error ? reject(error) : resolve())));
    });
  } catch (error) {
    client.end(true);
    throw new LineError(error instanceof Error ? error.message : String(error), isRefusal(error));
  }
};

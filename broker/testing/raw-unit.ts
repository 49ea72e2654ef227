import { connect, type Socket } from "node:net";
import mqtt, { type Packet } from "mqtt-packet";
import { until } from "#shared/testing/eventually.ts";

export interface Connect {
  id: string;
  username?: string;
  password?: string;
  keepalive?: number;
  clean?: boolean;
  protocolVersion?: 3 | 4 | 5;
  will?: { topic: string; payload: string };
}

/**
 * A unit that sends MQTT packet by packet, so that it can misbehave as no client library would; from another address of
 * this computer where one is named.
 */
export const openRawUnit = async (port: number, localAddress?: string) => {
  const socket: Socket = connect({ port, host: "127.0.0.1", ...(localAddress ? { localAddress } : {}) });
  const parser = mqtt.parser();
  const heard: Packet[] = [];
  let closed = false;
  parser.on("packet", (packet) => heard.push(packet));
  parser.on("error", () => undefined);
  socket.on("data", (bytes) => parser.parse(bytes));
  socket.on("error", () => undefined);
  socket.on("close", () => {
    closed = true;
  });
  socket.setNoDelay(true);
  await until("a connection", () => closed || socket.readyState === "open");

  const send = (packet: Packet) => {
    if (!closed) socket.write(mqtt.generate(packet));
  };
  const packets = <C extends Packet["cmd"]>(cmd: C) =>
    heard.filter((packet): packet is Extract<Packet, { cmd: C }> => packet.cmd === cmd);

  return {
    socket,
    heard,
    send,
    packets,
    isClosed: () => closed,
    closed: () => until("the end of the connection", () => closed),
    connect: ({ id, username = id, password = "secret", ...rest }: Connect) => {
      const { keepalive = 30, clean = true, protocolVersion = 4, will } = rest;
      send({
        cmd: "connect",
        protocolId: protocolVersion === 3 ? "MQIsdp" : "MQTT",
        protocolVersion,
        clean,
        clientId: id,
        keepalive,
        username,
        password: Buffer.from(password),
        ...(will ? { will: { ...will, payload: Buffer.from(will.payload), qos: 0, retain: false } } : {}),
      });
    },
    /** The CONNACK's return code; undefined if the connection ended without one. */
    answer: async () => {
      await until("a CONNACK", () => closed || packets("connack").length > 0);
      return packets("connack")[0]?.returnCode;
    },
    publish: (topic: string, payload: string | Buffer | object, qos: 0 | 1 | 2 = 1, messageId = 1) => {
      const bytes = Buffer.isBuffer(payload) || typeof payload === "string" ? payload : JSON.stringify(payload);
      send({ cmd: "publish", topic, payload: bytes, qos, messageId, dup: false, retain: false });
    },
    subscribe: (topics: string[], messageId = 900) => {
      send({ cmd: "subscribe", messageId, subscriptions: topics.map((topic) => ({ topic, qos: 1 })) });
    },
    acknowledged: () => packets("puback").map(({ messageId }) => messageId),
    leave: () => socket.destroy(),
  };
};
export type RawUnit = Awaited<ReturnType<typeof openRawUnit>>;

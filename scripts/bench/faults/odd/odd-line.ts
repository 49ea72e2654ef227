import { connect } from "node:net";
import mqtt, { type Packet } from "mqtt-packet";

interface Parts {
  port: number;
  serialNumber: string;
  secret: string;
  onPacket: (packet: Packet) => void;
}

const answerWithinMs = 15_000;

/** A unit's connection, packet by packet, with a will; null where it was refused or broke. */
export const openOddLine = async ({ port, serialNumber, secret, onPacket }: Parts) => {
  const socket = connect(port, "127.0.0.1");
  const parser = mqtt.parser();
  let isOpen = true;
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  void closed.then(() => {
    isOpen = false;
  });
  const answered = new Promise<number | null>((resolve) => {
    parser.on("packet", (packet) => {
      if (packet.cmd === "connack") resolve(packet.returnCode ?? null);
      else onPacket(packet);
    });
    void closed.then(() => resolve(null));
    setTimeout(() => resolve(null), answerWithinMs).unref();
  });
  parser.on("error", () => socket.destroy());
  socket.on("error", () => undefined);
  socket.on("data", (bytes) => parser.parse(bytes));
  socket.setNoDelay(true);
  const send = (packet: Packet): void => {
    if (isOpen) socket.write(mqtt.generate(packet));
  };
  send({
    cmd: "connect",
    protocolId: "MQTT",
    protocolVersion: 4,
    clean: true,
    clientId: serialNumber,
    keepalive: 30,
    username: serialNumber,
    password: Buffer.from(secret),
    will: {
      topic: `vm/v1/${serialNumber}/up/live`,
      payload: Buffer.from('{"uptime":1,"at":"1999-01-01T00:00:00Z"}'),
      qos: 1,
      retain: true,
    },
  });
  if ((await answered) !== 0) {
    socket.destroy();
    return null;
  }
  return { send, closed, isOpen: () => isOpen, drop: () => socket.destroy() };
};
export type OddLine = NonNullable<Awaited<ReturnType<typeof openOddLine>>>;

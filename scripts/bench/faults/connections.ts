import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import mqtt, { type Packet } from "mqtt-packet";
import type { PlantedUnit } from "../../integration/planted.ts";

/** The first packet of a unit, in bytes. */
const signInPacket = (clientId: string, username: string, password: string): Buffer =>
  mqtt.generate({
    cmd: "connect",
    clean: true,
    keepalive: 60,
    clientId,
    username,
    password: Buffer.from(password),
  });

interface Way {
  port: number;
  /** The address of this host that it comes from. */
  from?: string;
  isTls?: boolean;
  patienceMs?: number;
}

/** One connection under a login; `answer` resolves with the first packet of a kind, or with null where none comes. */
export const openConnection = (
  { port, from = "127.0.0.1", isTls = false, patienceMs = 20_000 }: Way,
  [id, username, password]: [id: string, username: string, password: string],
) => {
  const way = { port, host: "127.0.0.1", localAddress: from };
  const socket = isTls ? connectTls({ ...way, rejectUnauthorized: false }) : connect(way);
  const parser = mqtt.parser();
  const heard: Packet[] = [];
  const ended = new Promise((resolve) => socket.once("close", resolve));
  socket.setNoDelay(true);
  socket.on("error", () => undefined);
  socket.on("data", (bytes) => parser.parse(bytes));
  socket.once(isTls ? "secureConnect" : "connect", () => socket.write(signInPacket(id, username, password)));
  parser.on("packet", (packet) => heard.push(packet));
  const answer = <C extends Packet["cmd"]>(cmd: C): Promise<Extract<Packet, { cmd: C }> | null> =>
    new Promise((resolve) => {
      const seek = () => {
        const found = heard.find((packet): packet is Extract<Packet, { cmd: C }> => packet.cmd === cmd);
        if (!found && !socket.destroyed) return;
        clearTimeout(patience);
        parser.off("packet", seek);
        resolve(found ?? null);
      };
      const patience = setTimeout(() => socket.destroy(), patienceMs);
      parser.on("packet", seek);
      void ended.then(seek);
      seek();
    });
  return {
    heard,
    answer,
    isOver: () => socket.destroyed,
    send: (packet: Packet) => void (socket.destroyed || socket.write(mqtt.generate(packet))),
    leave: () => socket.destroy(),
  };
};
export type Connection = ReturnType<typeof openConnection>;

/** A unit's sign-in, from the first byte until it can be commanded, in ms; null when it was refused or late. */
export const signInMs = async ({ plan: { serialNumber }, secret }: PlantedUnit, way: Way): Promise<number | null> => {
  const began = performance.now();
  const own = openConnection({ ...way, patienceMs: 10_000 }, [serialNumber, serialNumber, secret]);
  const isIn = (await own.answer("connack"))?.returnCode === 0;
  const subscriptions = [{ topic: `vm/v1/${serialNumber}/down/#`, qos: 1 as const }];
  if (isIn) own.send({ cmd: "subscribe", messageId: 1, subscriptions });
  const isSubscribed = isIn && (await own.answer("suback")) !== null;
  own.leave();
  return isSubscribed ? performance.now() - began : null;
};

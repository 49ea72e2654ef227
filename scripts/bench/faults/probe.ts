import { once } from "node:events";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import mqtt, { type Packet } from "mqtt-packet";
import type { PlantedUnit } from "../../walks/planted.ts";
import { signInPacket } from "./sign-in-packet.ts";

/** A well-behaved unit's sign-in, from the first byte until it can be commanded; null when it was refused or late. */
export const signInMs = async (
  { plan: { serialNumber }, secret }: PlantedUnit,
  port: number,
  from: string,
  { patienceMs = 10_000, overTls = false }: { patienceMs?: number; overTls?: boolean } = {},
): Promise<number | null> => {
  const started = performance.now();
  const way = { port, host: "127.0.0.1", localAddress: from };
  const socket = overTls ? connectTls({ ...way, rejectUnauthorized: false }) : connect(way);
  socket.on("error", () => undefined);
  const say = (packet: Packet) => socket.write(mqtt.generate(packet));
  const parser = mqtt.parser();
  const answered = new Promise<boolean>((resolve) => {
    parser.on("packet", (packet) => {
      if (packet.cmd === "connack" && packet.returnCode !== 0) resolve(false);
      if (packet.cmd === "connack")
        say({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: `vm/v1/${serialNumber}/down/#`, qos: 1 }] });
      if (packet.cmd === "suback") resolve(true);
    });
    socket.once("close", () => resolve(false));
    setTimeout(() => resolve(false), patienceMs).unref();
  });
  socket.on("data", (bytes) => parser.parse(bytes));
  socket.once(overTls ? "secureConnect" : "connect", () =>
    socket.write(signInPacket(serialNumber, serialNumber, secret)),
  );
  const came = await answered;
  const ms = performance.now() - started;
  if (!socket.destroyed) {
    socket.destroy();
    await once(socket, "close");
  }
  return came ? ms : null;
};

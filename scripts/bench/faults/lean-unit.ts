import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import mqtt from "mqtt-packet";
import type { PlantedUnit } from "../../walks/planted.ts";
import { signInPacket } from "./sign-in-packet.ts";

interface Said {
  topic: "locks" | "result";
  payload: object;
  at: number;
  /** Told how many milliseconds passed until its PUBACK, lost connections included. */
  resolve: (ms: number) => void;
}

const backMs = 250;
const greetedWithinMs = 10_000;

/**
 * A registered unit that costs its process as little as can be, so that thousands fit beside the house. As the protocol
 * asks it keeps what it said until the PUBACK and says it again after it was cut off.
 */
export const createLeanUnit = ({ plan: { serialNumber }, secret }: Pick<PlantedUnit, "plan" | "secret">) => {
  const boot = randomBytes(6).toString("base64url");
  const kept = new Map<number, Said>();
  const commands: ((payload: Record<string, unknown>) => void)[] = [];
  let socket: Socket | null = null;
  let isStanding = false;
  let lost = 0;
  let lastId = 0;
  let seq = 0;
  let ports: number[] = [];
  let turns = 0;
  let isOver = false;

  const publish = (messageId: number, { topic, payload }: Said): void => {
    const head = { cmd: "publish", qos: 1, dup: false, retain: false } as const;
    const bytes = JSON.stringify(payload);
    socket?.write(mqtt.generate({ ...head, topic: `vm/v1/${serialNumber}/up/${topic}`, payload: bytes, messageId }));
  };

  const greet = (): Promise<void> =>
    new Promise((resolve) => {
      // As behind a load balancer: who comes back comes to another gateway.
      const mine = connect(ports[turns++ % ports.length] ?? 0, "127.0.0.1");
      const parser = mqtt.parser();
      const patience = setTimeout(() => mine.destroy(), greetedWithinMs);
      let stood = false;
      socket = mine;
      mine.setNoDelay(true);
      mine.on("error", () => undefined);
      mine.on("data", (bytes) => parser.parse(bytes));
      mine.on("connect", () => mine.write(signInPacket(serialNumber, serialNumber, secret)));
      mine.on("close", () => {
        clearTimeout(patience);
        if (socket === mine) isStanding = false;
        if (isOver) return resolve();
        if (stood) lost += 1;
        setTimeout(() => void greet().then(resolve), backMs + Math.random() * backMs);
      });
      parser.on("packet", (packet) => {
        if (packet.cmd === "connack") {
          clearTimeout(patience);
          if (packet.returnCode !== 0) return mine.destroy();
          stood = true;
          isStanding = true;
          const subscriptions = [{ topic: `vm/v1/${serialNumber}/down/#`, qos: 1 as const }];
          mine.write(mqtt.generate({ cmd: "subscribe", messageId: 65_000, subscriptions }));
          for (const [id, said] of kept) publish(id, said);
          return resolve();
        }
        if (packet.cmd === "puback") {
          const said = kept.get(packet.messageId ?? 0);
          kept.delete(packet.messageId ?? 0);
          said?.resolve(performance.now() - said.at);
        }
        if (packet.cmd !== "publish") return;
        if (packet.qos === 1) mine.write(mqtt.generate({ cmd: "puback", messageId: packet.messageId ?? 0 }));
        if (packet.topic.endsWith("/down/command"))
          for (const listener of commands) listener(JSON.parse(String(packet.payload)));
      });
    });

  const say = (topic: Said["topic"], payload: object): Promise<number> =>
    new Promise((resolve) => {
      lastId = (lastId % 60_000) + 1;
      const said = {
        topic,
        payload: { ...payload, at: new Date().toISOString(), boot, seq: seq++ },
        at: performance.now(),
        resolve,
      };
      kept.set(lastId, said);
      if (isStanding) publish(lastId, said);
    });

  return {
    serialNumber,
    /** Resolves once it was let in, however often it had to come. */
    connect: (mqttPorts: number[]): Promise<void> => {
      ports = mqttPorts;
      return greet();
    },
    onCommand: (listener: (payload: Record<string, unknown>) => void): void => {
      commands.push(listener);
    },
    /** The milliseconds until the PUBACK. */
    locks: (locks: Iterable<[number, boolean]>, full = false): Promise<number> =>
      say("locks", { containers: [...locks].map(([channel, isLocked]) => ({ channel, isLocked })), full }),
    result: (result: object): Promise<number> =>
      say("result", { code: null, message: null, isLocked: null, ...result }),
    /** Connections that stood and were lost. */
    lost: (): number => lost,
    unacknowledged: (): number => kept.size,
    leave: (): void => {
      isOver = true;
      socket?.destroy();
    },
  };
};
export type LeanUnit = ReturnType<typeof createLeanUnit>;

import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import mqtt, { type Packet } from "mqtt-packet";
import { eachLimited } from "#shared/concurrency/limit.ts";
import { allDownTopics, type UpTopic, upTopic, upTopics } from "#shared/events/machine-topics.ts";

// Many units in one process, each a socket and what its messages need: started by unit-processes.ts, which sends it
// orders one after another.

export interface ScaleUnit {
  serialNumber: string;
  secret: string;
  /** The firmware that its record names: another one would change the record, and each screen that shows it. */
  version: string;
  port: number;
  /** The address of this computer that it comes from. */
  from: string;
}
export type Order =
  | { do: "connect"; units: ScaleUnit[] }
  | { do: "beat"; everyMs: number; changesPerSecond: number }
  | { do: "drop"; serialNumbers: string[]; awayMs: number }
  | { do: "read" };
/** Since it was read last. Times are milliseconds since 1970, of this computer's steady clock. */
export interface Heard {
  beats: number;
  /** From a message until its PUBACK, in milliseconds. */
  pubackMs: number[];
  commands: { sessionId: string; at: number }[];
  back: { serialNumber: string; backAt: number }[];
  /** Connections that ended although nobody wanted it. */
  lost: number;
  connected: number;
}

/** Sign-ins at once of each process. */
const atOnce = 50;
const keepaliveSeconds = 60;
const tickMs = 50;

const clockMs = () => performance.timeOrigin + performance.now();
const boot = randomBytes(6).toString("base64url");
const lines = new Map<string, ReturnType<typeof createLine>>();
let heard: Omit<Heard, "connected"> = { beats: 0, pubackMs: [], commands: [], back: [], lost: 0 };

/** One unit, and its connection while it has one. */
const createLine = ({ serialNumber, secret, version, port, from }: ScaleUnit) => {
  let socket: Socket | null = null;
  let seq = 0;
  let isLocked = true;
  let sent: Map<number, number> | null = null;

  const say = (topic: UpTopic, payload: object) => {
    const { qos } = upTopics[topic];
    const messageId = 1 + (seq % 65_000);
    const words = JSON.stringify(payload);
    if (qos > 0) {
      sent ??= new Map();
      sent.set(messageId, performance.now());
    }
    const packet = { cmd: "publish", topic: upTopic(serialNumber, topic), payload: words, qos, messageId } as const;
    socket?.write(mqtt.generate({ ...packet, dup: false, retain: false }));
  };
  const stamped = () => ({ at: new Date().toISOString(), boot, seq: seq++ });
  const hear = (packet: Packet, done: () => void) => {
    if (packet.cmd === "connack" && packet.returnCode === 0)
      socket?.write(
        mqtt.generate({
          cmd: "subscribe",
          messageId: 1,
          subscriptions: [{ topic: allDownTopics(serialNumber), qos: 1 }],
        }),
      );
    if (packet.cmd === "connack" && packet.returnCode !== 0) socket?.destroy();
    if (packet.cmd === "suback") done();
    if (packet.cmd === "puback") {
      const began = sent?.get(packet.messageId ?? 0);
      if (began !== undefined) heard.pubackMs.push(performance.now() - began);
      sent?.delete(packet.messageId ?? 0);
    }
    if (packet.cmd !== "publish") return;
    if (packet.qos === 1) socket?.write(mqtt.generate({ cmd: "puback", messageId: packet.messageId ?? 0 }));
    if (!packet.topic.endsWith("/command")) return;
    const { commandId, sessionId, channels } = JSON.parse(packet.payload.toString());
    heard.commands.push({ sessionId, at: clockMs() });
    for (const fact of ["acknowledged", "opened", "closed"])
      for (const channel of channels) say("result", { commandId, channel, fact, ...stamped() });
  };

  const line = {
    isOpen: false,
    beat: (): void => {
      say("live", { strength: -60, version, uptime: 1, at: new Date().toISOString() });
    },
    /** A door opens or closes. */
    change: (): void => {
      isLocked = !isLocked;
      say("locks", { containers: [{ channel: 1, isLocked }], full: false, ...stamped() });
    },
    /** Resolves once commands reach it. A connection that fails is tried again. */
    open: (): Promise<void> =>
      new Promise((resolve) => {
        const mine = connect({ port, host: "127.0.0.1", localAddress: from, noDelay: true });
        socket = mine;
        sent = null;
        const parser = mqtt.parser();
        parser.on("packet", (packet) =>
          hear(packet, () => {
            line.isOpen = true;
            line.beat();
            resolve();
          }),
        );
        const clientId = serialNumber;
        mine.on("error", () => undefined).on("data", (bytes) => parser.parse(bytes));
        mine.once("connect", () =>
          mine.write(
            mqtt.generate({
              cmd: "connect",
              clean: true,
              keepalive: keepaliveSeconds,
              clientId,
              username: clientId,
              password: Buffer.from(secret),
            }),
          ),
        );
        mine.once("close", () => {
          if (socket !== mine) return;
          if (line.isOpen) heard.lost += 1;
          line.isOpen = false;
          setTimeout(() => void line.open().then(resolve), 1_000 + Math.random() * 1_000);
        });
      }),
    /** As if the network had gone, for this long. */
    drop: (awayMs: number): void => {
      const mine = socket;
      socket = null;
      line.isOpen = false;
      mine?.destroy();
      setTimeout(() => {
        void line.open().then(() => heard.back.push({ serialNumber, backAt: clockMs() }));
      }, awayMs);
    },
  };
  return line;
};

let speaking: NodeJS.Timeout | undefined;

/** All of them in turn, so that each says something once within this time. */
const speak = ({ everyMs, changesPerSecond }: Extract<Order, { do: "beat" }>): void => {
  const all = [...lines.values()];
  const owed = { beats: 0, changes: 0 };
  let [nextBeat, nextChange, last] = [0, 0, performance.now()];
  clearInterval(speaking);
  speaking = setInterval(() => {
    const passed = performance.now() - last;
    last += passed;
    owed.beats += (all.length * passed) / everyMs;
    owed.changes += (changesPerSecond * passed) / 1_000;
    for (; owed.beats >= 1; owed.beats -= 1) {
      const line = all[nextBeat++ % all.length];
      if (!line?.isOpen) continue;
      line.beat();
      heard.beats += 1;
    }
    for (; owed.changes >= 1; owed.changes -= 1) {
      const line = all[nextChange++ % all.length];
      if (line?.isOpen) line.change();
    }
  }, tickMs);
};

const carryOut = async (order: Order): Promise<unknown> => {
  if (order.do === "connect") {
    const fresh = order.units.map((unit) => [unit.serialNumber, createLine(unit)] as const);
    for (const [serialNumber, line] of fresh) lines.set(serialNumber, line);
    await eachLimited(fresh, atOnce, ([, line]) => line.open());
  }
  if (order.do === "beat") speak(order);
  if (order.do === "drop") for (const one of order.serialNumbers) lines.get(one)?.drop(order.awayMs);
  if (order.do !== "read") return {};
  const answer = { ...heard, connected: [...lines.values()].filter(({ isOpen }) => isOpen).length };
  heard = { beats: 0, pubackMs: [], commands: [], back: [], lost: 0 };
  return answer;
};

process.on("message", (order: Order) => void carryOut(order).then((answer) => process.send?.(answer)));
process.on("disconnect", () => process.exit(0));
process.send?.({});

import { randomBytes } from "node:crypto";
import type { CommandMessage, CommandType, DownMessage, ProblemMessage } from "#shared/events/machine-topics.ts";
import type { MachineDesk } from "#shared/events/unit-connections.ts";
import { commandMac } from "#shared/registration/command-keys.server.ts";
import { sealCredentials } from "#shared/registration/sealed-credentials.server.ts";
import { createBroker } from "../../broker/broker.ts";
import { brokerLimits } from "../../gateway/broker-limits.ts";
import { defaultLimits } from "../../gateway/limits.ts";
import { openTap, type Passed } from "./tap.ts";

export interface StageOptions {
  serialNumber: string;
  host: string;
  port: number;
  provisioningKey: string;
  /** A secret that the unit has already; null: it asks to be registered. */
  secret: string | null;
  /** 1 is the manual's own times; less for a unit that can be sped up. */
  pace: number;
  /** How long the unit may take to connect at all. */
  waitMs: number;
}

/** What the unit published, as it came. */
export interface Said {
  line: number;
  at: number;
  /** What stands behind `up/`; the whole topic where it does not begin like one of the unit's own. */
  topic: string;
  text: string;
  /** Null where it is no JSON object. */
  payload: Record<string, unknown> | null;
  qos: number;
  retain: boolean;
}

const nothing = { inc: () => undefined, dec: () => undefined };
const noCounters = {
  connectedUnits: nothing,
  machineMessages: nothing,
  droppedMessages: nothing,
  refusedConnections: nothing,
};

const silent = () => undefined;
const stepMs = 20;
/** Cansole's clock and the wall's differ on purpose: a unit must go by the one that it is sent. */
const behindMs = 3 * 3_600_000;

const objectIn = (text: string): Said["payload"] => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
};

/** Reads what passed as messages, each once. */
const createReading = (passed: readonly Passed[], serialNumber: string) => {
  const said: Said[] = [];
  const own = `vm/v1/${serialNumber}/up/`;
  let read = 0;
  return (): Said[] => {
    for (; read < passed.length; read += 1) {
      const { line, from, at, packet } = passed[read] as Passed;
      if (from !== "unit" || packet.cmd !== "publish") continue;
      const topic = packet.topic.startsWith(own) ? packet.topic.slice(own.length) : packet.topic;
      const text = packet.payload.toString();
      said.push({ line, at, topic, text, payload: objectIn(text), qos: packet.qos, retain: packet.retain });
    }
    return said;
  };
};

type Send = (connectionId: string, message: DownMessage) => unknown;

/** Admits by rules that a case sets, and stores nothing. */
const createDesk = (
  { serialNumber, provisioningKey, secret }: StageOptions,
  send: Send,
  timeMessage: () => DownMessage,
) => {
  const rules = { own: "admit" as "admit" | "refuse" | "later", provision: true, stores: true, tellsTime: true };
  const credentials = { secret, commandKey: null as Buffer | null };
  const problems: ProblemMessage[] = [];
  const ends: string[] = [];
  let connected: string | null = null;
  let counted = 0;
  const desk: MachineDesk = {
    admit: async ({ serialNumber: id, username, password }) => {
      counted += 1;
      if (id !== serialNumber) return null;
      const isProvision = username === "provision" && password === provisioningKey;
      if (isProvision) return rules.provision ? { login: "provision", credential: "key", connectionNumber: 0 } : null;
      if (username !== id || password !== credentials.secret || rules.own === "refuse") return null;
      return rules.own === "later" ? "later" : { login: "unit", credential: "own", connectionNumber: counted };
    },
    connected: ({ id }) => {
      connected = id;
    },
    subscribed: ({ id, login }) => {
      if (login === "unit" && rules.tellsTime) void send(id, timeMessage());
    },
    unsubscribed: () => undefined,
    received: async (_, { topic }) => {
      if (!rules.stores && topic !== "live") throw new Error("the kit does not store it");
    },
    dropped: ({ id }, problem) => {
      problems.push(problem);
      void send(id, { topic: "problem", payload: problem });
    },
    closed: ({ id }, why) => {
      ends.push(why);
      if (connected === id) connected = null;
    },
  };
  return { desk, rules, credentials, problems, ends, connected: () => connected };
};

/** False when it did not come in time. */
const until = async (holds: () => boolean, ms: number): Promise<boolean> => {
  const end = performance.now() + ms;
  while (!holds()) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
  return true;
};

const newCommand = (now: number) => ({
  commandId: randomBytes(12).toString("hex"),
  sessionId: randomBytes(12).toString("hex"),
  expiresAt: new Date(now + 10_000).toISOString(),
});
const signed = (key: Buffer | null, serialNumber: string, plain: CommandMessage): CommandMessage =>
  key && !("mac" in plain) ? { ...plain, mac: commandMac(key, serialNumber, plain) } : plain;

/** Cansole's side of the protocol: the gateway's own broker, with a desk that stores nothing and does as it is told. */
export const openStage = async (options: StageOptions) => {
  const { serialNumber, pace } = options;
  let ahead = 0;

  const now = () => Date.now() - behindMs + ahead;
  const timeMessage = (at = now()) => ({ topic: "time" as const, payload: { now: new Date(at).toISOString() } });
  const desk = createDesk(options, (id, message) => broker.send(id, message), timeMessage);
  const { rules, credentials } = desk;
  const broker = await createBroker({
    listen: { host: "127.0.0.1", port: 0 },
    limits: brokerLimits(defaultLimits, {
      MQTT_CONNECTIONS_PER_ADDRESS: 1_000,
      MQTT_PACKETS_PER_ADDRESS: 5_000,
      MQTT_STRANGER_PACKETS_PER_ADDRESS: 500,
    }),
    log: { debug: silent, info: silent, warn: silent },
    strangers: { note: silent, isFirst: () => false },
    counters: noCounters,
    desk: desk.desk,
  });
  const tap = await openTap({ ...options, brokerPort: broker.ports.mqtt }).catch(async (error) => {
    await broker.stop();
    throw error;
  });
  const said = createReading(tap.passed, serialNumber);

  const send = async (message: DownMessage) => {
    const connected = desk.connected();
    return connected && broker.send(connected, message);
  };
  const inject = (topic: string, text: string) =>
    tap.inject({ cmd: "publish", topic, payload: text, qos: 0, dup: false, retain: false });

  return {
    ...tap,
    serialNumber,
    pace,
    waitMs: options.waitMs,
    rules,
    credentials,
    problems: desk.problems,
    /** Why connections ended that had stood. */
    ends: desk.ends,
    said,
    until,
    now,
    isConnected: () => desk.connected() !== null,
    wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    /** How long nothing must happen where nothing should. */
    quiet: () => new Promise<void>((resolve) => setTimeout(resolve, Math.max(700, 3_000 * pace))),
    /** Seconds of the manual, at this unit's pace; never so short that a busy computer breaks them. */
    within: (seconds: number) => Math.max(8_000, seconds * 1_000 * pace),
    moveClock: (ms: number) => {
      ahead += ms;
    },
    sendTime: async (at?: number) => send(timeMessage(at)),
    seal: async (to: { key: string; secret: string; commandKey: Buffer | null }, spoil = false) => {
      const sealed = sealCredentials({ serialNumber, ...to });
      const data = spoil ? `${sealed.data.startsWith("A") ? "B" : "A"}${sealed.data.slice(1)}` : sealed.data;
      const payload = { sealed: { ...sealed, data }, later: "a field of a later version" };
      return send({ topic: "credentials", payload });
    },
    /** Signed where the unit has a key; whatever `more` says is not. */
    command: (type: CommandType, channels: number[], more: Partial<CommandMessage> & object = {}): CommandMessage =>
      signed(credentials.commandKey, serialNumber, { ...newCommand(now()), type, channels, ...more }),
    give: async (command: CommandMessage): Promise<string> => {
      await send({ topic: "command", payload: command });
      return command.commandId;
    },
    /** On one of the unit's down topics, at quality of service 0. */
    say: (topic: string, text: string) => inject(`vm/v1/${serialNumber}/down/${topic}`, text),
    stop: async () => {
      await tap.stop();
      await broker.stop();
    },
  };
};
export type Stage = Awaited<ReturnType<typeof openStage>>;

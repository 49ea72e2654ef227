import { randomBytes } from "node:crypto";
import type { CommandMessage, ResultMessage } from "#shared/events/machine-topics.ts";
import type { Opening } from "../../../integration/commands/auto-unit.ts";
import type { PlantedUnit } from "../../../integration/planted.ts";
import { createMachineClock } from "../../../simulator/machine-clock.ts";
import { pause } from "../../../simulator/pause.ts";
import type { Random } from "../../../simulator/random.ts";
import type { OddClock } from "./clocks.ts";
import { type OddLine, openOddLine } from "./odd-line.ts";

interface Kept {
  topic: "locks" | "result";
  payload: Record<string, unknown>;
}
interface Parts {
  unit: Pick<PlantedUnit, "plan" | "secret">;
  /** The gateways' MQTT ports. */
  ports: readonly number[];
  random: Random;
  clock: OddClock;
}

/**
 * A unit within the protocol, and only just: it says things again that have their PUBACK, in any order and late, with
 * retain set and as duplicates, acknowledges no command, has a will, and comes and goes at either gateway. Its clock
 * stamps what it says; it decides by the time that it was sent, as it must.
 */
export const createOddUnit = ({ unit: { plan, secret }, ports, random, clock: ownClock }: Parts) => {
  const { serialNumber, channels, version } = plan;
  const running = new AbortController();
  const clock = createMachineClock(0);
  const doors = new Map(channels.map((channel) => [channel, true]));
  const said: Kept[] = [];
  const stored: ResultMessage[] = [];
  const openings: Opening[] = [];
  const heard: { command: CommandMessage; at: number }[] = [];
  const acted = new Set<string>();
  let kept: Kept[] = [];
  let waiting: { id: number; message: Kept } | null = null;
  let line: OddLine | null = null;
  let boot = randomBytes(9).toString("base64url");
  let seq = 0;
  let messageId = 0;
  let power = new AbortController();
  let isQuiet = false;

  const now = (): string => new Date(ownClock(Date.now())).toISOString();
  const publish = (topic: string, payload: object, qos: 0 | 1, dup = false): number => {
    messageId = (messageId % 60_000) + 1;
    const whole = { topic: `vm/v1/${serialNumber}/up/${topic}`, payload: JSON.stringify(payload) };
    line?.send({ cmd: "publish", ...whole, qos, messageId, dup, retain: random.chance(0.2) });
    return messageId;
  };
  /** One message at a time; now and then also one that was sent long ago. */
  const pump = (): void => {
    const [first] = kept;
    if (!line || waiting || !first) return;
    waiting = { id: publish(first.topic, first.payload, 1, random.chance(0.2)), message: first };
    if (random.chance(0.15)) {
      const again = random.pick(said);
      publish(again.topic, again.payload, random.chance(0.5) ? 1 : 0, true);
    }
  };
  const acknowledged = (id: number | undefined): void => {
    if (waiting === null || waiting.id !== id) return;
    const { message } = waiting;
    waiting = null;
    if (kept[0] === message) kept.shift();
    if (message.topic === "result") stored.push(message.payload as unknown as ResultMessage);
    pump();
  };
  const say = (topic: Kept["topic"], payload: object): void => {
    const message = { topic, payload: { ...payload, at: now(), boot, seq } };
    seq += 1;
    kept.push(message);
    said.push(message);
    pump();
  };
  const sayLocks = (some: number[], full = false): void =>
    say("locks", { containers: some.map((channel) => ({ channel, isLocked: doors.get(channel) ?? true })), full });
  const setDoor = (channel: number, isLocked: boolean): void => {
    if (doors.get(channel) === isLocked) return;
    doors.set(channel, isLocked);
    sayLocks([channel]);
  };
  const isPast = ({ expiresAt }: CommandMessage): boolean =>
    (clock.now() ?? Number.POSITIVE_INFINITY) >= Date.parse(expiresAt);

  const open = async (command: CommandMessage, channel: number, on: AbortSignal): Promise<void> => {
    const { commandId, expiresAt } = command;
    const fact = (name: string) => say("result", { commandId, channel, fact: name });
    const inAnyOrder = (steps: (() => void)[]) => {
      for (const step of random.chance(0.5) ? steps : steps.toReversed()) step();
    };
    if (!(await pause(random.between(0, 400), on)) || isPast(command)) return;
    fact("acknowledged");
    openings.push({ commandId, channel, at: Date.now(), expiresAt: Date.parse(expiresAt) });
    if (!(await pause(random.between(0, 300), on))) return;
    inAnyOrder([() => setDoor(channel, false), () => fact("opened")]);
    if (!(await pause(random.between(100, 900), on))) return;
    inAnyOrder([() => setDoor(channel, true), () => fact("closed")]);
  };
  const powerCut = (): void => {
    power.abort();
    power = new AbortController();
    boot = randomBytes(9).toString("base64url");
    seq = 0;
    if (random.chance(0.5)) kept = [];
    clock.forget();
    line?.drop();
  };
  const obey = (command: CommandMessage): void => {
    const { commandId, type, channels: named } = command;
    heard.push({ command, at: Date.now() });
    if (acted.has(commandId)) return;
    acted.add(commandId);
    const moves = type === "open" || type === "stock-update";
    if (moves && clock.now() === null) {
      for (const channel of named) say("result", { commandId, channel, fact: "failed", code: "NO_TIME" });
      return;
    }
    if (isPast(command)) return;
    if (named.length === 0) say("result", { commandId, channel: null, fact: "acknowledged" });
    if (type === "restart") void pause(300, running.signal).then(powerCut);
    for (const channel of named) {
      if (moves) void open(command, channel, power.signal);
      else say("result", { commandId, channel, fact: "status", isLocked: doors.get(channel) ?? true });
    }
  };

  /** One connection, as long as it stands or for a while. */
  const visit = async (port: number): Promise<void> => {
    let mine: OddLine | null = null;
    mine = await openOddLine({
      port,
      serialNumber,
      secret,
      onPacket: (packet) => {
        if (packet.cmd === "suback") clock.granted();
        if (packet.cmd === "puback" && line === mine) acknowledged(packet.messageId);
        if (packet.cmd !== "publish") return;
        const content = JSON.parse(String(packet.payload));
        if (packet.topic.endsWith("/down/time")) clock.receive(Date.parse(content.now));
        if (packet.topic.endsWith("/down/command")) obey(content);
      },
    });
    if (!mine) return;
    line = mine;
    waiting = null;
    clock.requestTime();
    const subscriptions = [{ topic: `vm/v1/${serialNumber}/down/#`, qos: random.chance(0.5) ? 1 : 0 } as const];
    mine.send({ cmd: "subscribe", messageId: 65_000, subscriptions });
    sayLocks([...doors.keys()], true);
    pump();
    const leaves = pause(isQuiet ? 3_600_000 : random.between(200, 8_000), running.signal).then(() => mine.drop());
    while (mine.isOpen()) {
      publish("live", { strength: -60, version, uptime: 1, at: now() }, random.chance(0.1) ? 1 : 0);
      await Promise.race([mine.closed, pause(1_000)]);
    }
    line = null;
    void leaves;
  };
  const live = async (): Promise<void> => {
    for (let turn = random.whole(0, 9); !running.signal.aborted; turn += 1) {
      await visit(ports[isQuiet ? 0 : turn % ports.length] ?? 0);
      await pause(random.between(10, 400), running.signal);
    }
  };
  let life: Promise<void> = Promise.resolve();

  return {
    serialNumber,
    doors,
    stored,
    said,
    openings,
    heard,
    setDoor,
    powerCut,
    knowsTime: () => clock.now() !== null,
    isHeardOut: () => kept.length === 0,
    /** Stays where it is from now on. */
    calm: (): void => {
      isQuiet = true;
    },
    start: (): void => {
      life = live();
    },
    stop: async (): Promise<void> => {
      running.abort();
      line?.drop();
      await life;
    },
  };
};
export type OddUnit = ReturnType<typeof createOddUnit>;

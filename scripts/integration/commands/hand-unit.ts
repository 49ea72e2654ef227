import { randomBytes } from "node:crypto";
import {
  allDownTopics,
  type CommandMessage,
  type LiveMessage,
  type ResultMessage,
  type UpMessage,
} from "#shared/events/machine-topics.ts";
import { type Line, openLine } from "../../simulator/line.ts";
import { createMachineClock } from "../../simulator/machine-clock.ts";
import { createOutbox } from "../../simulator/outbox.ts";
import type { PlantedUnit } from "../planted.ts";

/** A command as it came in, by this computer's clock. */
interface HeardCommand {
  command: CommandMessage;
  at: number;
}
type Kept = Extract<UpMessage, { topic: "locks" | "result" }>;
type Fact = Pick<ResultMessage, "fact"> & Partial<Omit<ResultMessage, "fact" | "commandId" | "channel">>;

const inWords = ({ topic, payload }: Kept): string =>
  topic === "locks" ? topic : `${payload.fact} of ${payload.commandId}/${payload.channel ?? "the unit"}`;

/**
 * A registered unit that a test controls: it receives commands and sends what the test says. A message is kept until
 * its PUBACK and sent again, unchanged, after the next connect. `measured` is what its heartbeats say beside the usual.
 */
export const createHandUnit = (
  { plan, secret }: Pick<PlantedUnit, "plan" | "secret">,
  measured: () => Partial<LiveMessage> = () => ({}),
) => {
  const { serialNumber } = plan;
  const clock = createMachineClock(0);
  const boot = randomBytes(6).toString("base64url");
  const heard: HeardCommand[] = [];
  const stored: Kept["payload"][] = [];
  const waiting = new Map<unknown, () => void>();
  const listeners: ((command: CommandMessage) => void)[] = [];
  let seq = 0;
  let line: Line | null = null;
  const outbox = createOutbox(({ payload }) => {
    stored.push(payload);
    waiting.get(payload)?.();
  });
  const stamp = () => ({ at: new Date().toISOString(), boot, seq: seq++ });
  const keep = (message: Kept): Promise<void> => {
    const done = new Promise<void>((resolve) => waiting.set(message.payload, resolve));
    outbox.add(message);
    return done;
  };

  const beat = async (): Promise<void> => {
    const live = { strength: -60, version: plan.version, uptime: 1, at: new Date().toISOString(), ...measured() };
    await line?.publish({ topic: "live", payload: live });
  };

  return {
    serialNumber,
    /** Milliseconds since 1970, as it was received; null before. */
    receivedTime: clock.now,
    heard,
    /** The payloads that were answered with a PUBACK. */
    stored,
    /** What has no PUBACK yet, in words, oldest first. */
    unsaid: (): string[] => outbox.waiting().map(inWords),
    onCommand: (listener: (command: CommandMessage) => void): void => {
      listeners.push(listener);
    },
    connect: async (mqttUrl: string): Promise<void> => {
      const mine = await openLine({
        mqttUrl,
        serialNumber,
        username: serialNumber,
        password: secret,
        subscribeTo: allDownTopics(serialNumber),
        onRequesting: clock.requestTime,
        onGranted: clock.granted,
        onUnreadable: (topic, why) => {
          throw new Error(`${topic}: ${why}`);
        },
        onMessage: ({ topic, payload }) => {
          if (topic === "time") clock.receive(Date.parse(payload.now));
          if (topic !== "command") return;
          heard.push({ command: payload, at: Date.now() });
          for (const listener of listeners) listener(payload);
        },
      });
      line = mine;
      await beat();
      outbox.attach(mine);
    },
    beat,
    ended: (): Promise<void> => line?.ended ?? Promise.resolve(),
    /** As if the network had gone. */
    drop: async (): Promise<void> => {
      line?.drop();
      await line?.ended;
    },
    end: async (): Promise<void> => line?.end(),
    /** Resolves with the PUBACK. */
    say: (commandId: string, channel: number | null, fact: Fact): Promise<void> =>
      keep({ topic: "result", payload: { commandId, channel, ...stamp(), ...fact } }),
    sayLocks: (containers: { channel: number; isLocked: boolean }[], full = false): Promise<void> =>
      keep({ topic: "locks", payload: { containers, full, ...stamp() } }),
  };
};
export type HandUnit = ReturnType<typeof createHandUnit>;

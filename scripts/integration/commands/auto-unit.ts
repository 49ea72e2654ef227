import type { CommandMessage } from "#shared/events/machine-topics.ts";
import { pause } from "../../simulator/pause.ts";
import { createHandUnit } from "./hand-unit.ts";

/** A door that sprang open, by this computer's clock, which is MongoDB's as well. */
export interface Opening {
  commandId: string;
  channel: number;
  at: number;
  expiresAt: number;
}

interface Manner {
  /** From receiving a command until the door springs open: acknowledged is said half-way. */
  openMs?: number;
  /** From open to closed. */
  closeMs?: number;
  /** How long it stays connected; for good where it is left out. */
  staysMs?: () => number;
  /** How long it is away in between; a moment where it is left out. */
  awayMs?: () => number;
}

/**
 * A unit that follows commands, stays connected whatever becomes of its gateway, and records every command that it
 * received and every door that it opened. It acts on a command id once.
 */
export const createAutoUnit = (
  unit: Parameters<typeof createHandUnit>[0],
  mqttUrl: () => string,
  { openMs = 0, closeMs = 0, staysMs, awayMs = () => 100 + Math.random() * 200 }: Manner = {},
) => {
  const hand = createHandUnit(unit);
  const openings: Opening[] = [];
  const done = new Set<string>();
  const running = new AbortController();

  /** By the time that it received, as the machine protocol says. */
  const isPast = (expiresAt: string): boolean =>
    (hand.receivedTime() ?? Number.POSITIVE_INFINITY) >= Date.parse(expiresAt);

  const act = async ({ commandId, type, channels, expiresAt }: CommandMessage) => {
    if (done.has(commandId) || isPast(expiresAt)) return;
    done.add(commandId);
    if (type !== "open" && type !== "stock-update") {
      for (const channel of channels) void hand.say(commandId, channel, { fact: "status", isLocked: true });
      if (type === "ping") void hand.say(commandId, null, { fact: "acknowledged" });
      return;
    }
    const report = (fact: "acknowledged" | "opened" | "closed") =>
      Promise.all(channels.map((channel) => hand.say(commandId, channel, { fact })));
    await pause(openMs / 2, running.signal);
    void report("acknowledged");
    await pause(openMs / 2, running.signal);
    if (isPast(expiresAt)) return;
    for (const channel of channels)
      openings.push({ commandId, channel, at: Date.now(), expiresAt: Date.parse(expiresAt) });
    void report("opened");
    await pause(closeMs, running.signal);
    void report("closed");
  };
  hand.onCommand((command) => void act(command));

  const stayConnected = async () => {
    while (!running.signal.aborted) {
      const connected = await hand.connect(mqttUrl()).then(
        () => true,
        () => false,
      );
      if (connected && staysMs) await Promise.race([hand.ended(), pause(staysMs(), running.signal)]);
      else if (connected) await Promise.race([hand.ended(), stopped]);
      if (staysMs) await hand.drop();
      await pause(awayMs(), running.signal);
    }
  };
  const stopped = new Promise<void>((resolve) => running.signal.addEventListener("abort", () => resolve()));
  let life: Promise<void> = Promise.resolve();

  return {
    ...hand,
    openings,
    start: (): void => {
      life = stayConnected();
    },
    stop: async (): Promise<void> => {
      running.abort();
      await hand.drop();
      await life;
    },
  };
};
export type AutoUnit = ReturnType<typeof createAutoUnit>;

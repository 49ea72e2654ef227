import { allDownTopics, downTopic, type LiveMessage } from "#shared/events/machine-topics.ts";
import type { Line } from "./line.ts";
import type { MachineClock } from "./machine-clock.ts";
import type { MachineEvent, MachinePlan, MachineState } from "./machine-events.ts";
import type { createOutbox } from "./outbox.ts";
import { pause } from "./pause.ts";
import type { Random } from "./random.ts";
import type { SimulatedDoors } from "./simulated-doors.ts";
import type { createTelemetry } from "./telemetry.ts";
import type { UnitLine } from "./unit-line.ts";

interface Parts {
  plan: Pick<MachinePlan, "serialNumber" | "version">;
  line: Pick<UnitLine, "open">;
  clock: MachineClock;
  outbox: ReturnType<typeof createOutbox>;
  doors: Pick<SimulatedDoors, "all">;
  /** What its secret is sealed to. */
  key: string;
  telemetry: ReturnType<typeof createTelemetry>;
  random: Random;
  liveEveryMs: number;
  timeEveryMs: { usually: number; afterSlowAnswer: number };
  uptimeMs: () => number;
  /** The word of this power-up. */
  boot: () => string;
  sayLocks: (containers: { channel: number; isLocked: boolean }[], full: boolean) => void;
  become: (state: MachineState) => void;
  onEvent: (event: MachineEvent) => void;
}

/** What a unit says on its own account, while its line stands. */
export const createSpeech = (parts: Parts) => {
  const { line, clock, outbox, doors, key, telemetry, random, liveEveryMs, timeEveryMs } = parts;
  const { uptimeMs, boot, sayLocks, become, onEvent } = parts;
  const { serialNumber, version } = parts.plan;
  const heart = random.fork("heart");
  const timing = random.fork("timing");

  const liveMessage = (): LiveMessage => ({
    ...telemetry(),
    uptime: Math.round(uptimeMs() / 100) / 10,
    at: clock.stamp(),
  });

  const keepClockRight = async (mine: Line, stop: AbortSignal) => {
    const { usually, afterSlowAnswer } = timeEveryMs;
    // Not all at once: a fleet that was switched on together would request together for ever.
    const waits = (ms: number) => pause(ms * timing.between(0.9, 1.1), stop);
    while (await waits(afterSlowAnswer)) {
      if (clock.wasPrompt() && !(await waits(usually - afterSlowAnswer))) return;
      mine.subscribeAgain();
    }
  };

  /** With its own secret: everything a registered unit does, until the line ends. */
  const speak = async (password: string) => {
    const mine = await line.open(serialNumber, password, allDownTopics(serialNumber));
    become("connected");
    const until = new AbortController();
    void mine.ended.then(() => until.abort());
    const last = outbox.waiting().at(-1);
    // The whole state is waiting to be sent already: once is enough, however often the line broke since it was switched on.
    if (!(last?.topic === "locks" && last.payload.full && last.payload.boot === boot())) sayLocks(doors.all(), true);
    outbox.attach(mine);
    void keepClockRight(mine, until.signal);
    do {
      // Called before it is written: a fast gateway's push may be here before the write's callback.
      onEvent({ kind: "live", at: performance.timeOrigin + performance.now() });
      mine.publish({ topic: "live", payload: liveMessage() }).catch(() => undefined);
    } while (await pause(liveEveryMs * heart.between(0.96, 1.04), until.signal));
  };

  /** With the provisioning login: requests once per connection and waits for its secret. */
  const requestRegistration = async (provisioningKey: string) => {
    const mine = await line.open("provision", provisioningKey, downTopic(serialNumber, "credentials"));
    become("asking");
    const payload = { version, dateTime: clock.stamp(), key, mac: true };
    const stored = mine.publish({ topic: "register", payload }).then(() => onEvent({ kind: "asked" }));
    // The library leaves a message without its PUBACK open for ever when the line ends.
    await Promise.race([stored, mine.ended]);
    await mine.ended;
  };

  return { speak, requestRegistration };
};

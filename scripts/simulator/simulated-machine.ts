import { randomBytes } from "node:crypto";
import type { DownMessage } from "#shared/events/machine-topics.ts";
import type { UnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import { createCommandDesk } from "./command-desk.ts";
import { createDelays } from "./delays.ts";
import { nextDropOut } from "./faults.ts";
import { keepConnected, retryAfterMs } from "./keep-connected.ts";
import { createMachineClock, type MachineClock } from "./machine-clock.ts";
import type { MachineEvent, MachinePlan, MachineState } from "./machine-events.ts";
import { createOutbox } from "./outbox.ts";
import { createOwnSecret } from "./own-secret.ts";
import { pause } from "./pause.ts";
import { createRandom } from "./random.ts";
import { createSimulatedDoors } from "./simulated-doors.ts";
import { createSpeech } from "./speech.ts";
import { createTelemetry } from "./telemetry.ts";
import { createUnitLine } from "./unit-line.ts";

interface MachineParts {
  plan: MachinePlan;
  mqttUrl: string;
  /** Its own secret, if it is registered already. */
  secret: string | null;
  /** What its commands must be signed with; none where it was given none. */
  commandKey?: Buffer | null | undefined;
  /** Null: it cannot request registration. */
  provisioningKey: string | null;
  /** What its secret is sealed to: the same after every power cut. New ones, where they are left out. */
  keys?: UnitKeys | undefined;
  liveEveryMs: number;
  /** Stretches or shortens all human and mechanical delays; 1 is a real machine. */
  pace: number;
  /** How often it subscribes again to correct its clock, and how soon after an answer that was long on its way. */
  timeEveryMs?: { usually: number; afterSlowAnswer: number };
  onEvent: (event: MachineEvent) => void;
}

const timeRequestMs = { usually: 3_600_000, afterSlowAnswer: 60_000 };

/** From one power-up to the next: what is stamped and remembered in between. */
const createPower = (clock: MachineClock) => {
  let power = new AbortController();
  let boot = { word: "", seq: 0, at: 0 };
  return {
    /** Not from the seed: a unit never draws the same value twice, and two runs of one fleet are two power-ups. */
    up: (): void => {
      power = new AbortController();
      boot = { word: randomBytes(6).toString("base64url"), seq: 0, at: performance.now() };
      clock.forget();
    },
    cut: (): void => power.abort(),
    signal: (): AbortSignal => power.signal,
    uptimeMs: () => performance.now() - boot.at,
    boot: () => boot.word,
    stamped: () => ({ at: clock.stamp(), boot: boot.word, seq: boot.seq++ }),
  };
};

/** One vending machine: its control unit, its doors, and the people who close them. */
export const createSimulatedMachine = (parts: MachineParts) => {
  const { plan, mqttUrl, provisioningKey, pace, onEvent, timeEveryMs = timeRequestMs } = parts;
  const { serialNumber, version, faults } = plan;
  if (parts.secret === null && provisioningKey === null)
    throw new Error(`${serialNumber} has neither a secret nor the provisioning key`);
  const random = createRandom(plan.seed);
  const losses = random.fork("losses");
  const retries = random.fork("retries");
  const clock = createMachineClock(faults.clockAheadMs);
  const outbox = createOutbox(({ topic }) => onEvent({ kind: "stored", topic }));

  const own = createOwnSecret(parts.plan.serialNumber, parts);
  let running = new AbortController();
  let done: Promise<void> = Promise.resolve();
  const power = createPower(clock);
  let state: MachineState = "off";

  const become = (next: MachineState) => {
    if (next === state) return;
    state = next;
    onEvent({ kind: "state", state });
  };
  const sayLocks = (containers: { channel: number; isLocked: boolean }[], full: boolean) =>
    outbox.add({ topic: "locks", payload: { containers, full, ...power.stamped() } });

  const doors = createSimulatedDoors(plan.channels, (channel, isLocked) => sayLocks([{ channel, isLocked }], false));

  const restart = async () => {
    await Promise.race([outbox.empty(), pause(2_000, running.signal)]);
    power.cut();
    line.stayAway(delays.reboot());
    await line.end();
    power.up();
  };

  const delays = createDelays(random.fork("hands"), faults.slow, pace);
  const desk = createCommandDesk({
    doors,
    clock,
    delays,
    faults,
    isGenuine: own.isGenuine,
    say: (fact) => outbox.add({ topic: "result", payload: { ...fact, ...power.stamped() } }),
    power: power.signal,
    restart: () => void restart(),
  });

  const hear = (message: DownMessage) => {
    if (message.topic === "time") clock.receive(Date.parse(message.payload.now));
    if (message.topic === "command") {
      const { type, sessionId } = message.payload;
      onEvent({ kind: "command", type, sessionId });
      desk.take(message.payload);
    }
    if (message.topic === "credentials") {
      onEvent({ kind: "registered", credentials: own.take(message.payload.sealed) });
      void line.end();
    }
  };
  const line = createUnitLine({
    mqttUrl,
    serialNumber,
    clock,
    onMessage: hear,
    onUnreadable: (topic, why) => onEvent({ kind: "unreadable", topic, why }),
    isStopping: () => running.signal.aborted,
  });
  const { speak, requestRegistration } = createSpeech({
    plan,
    line,
    clock,
    outbox,
    doors,
    key: own.key,
    telemetry: createTelemetry(random, version),
    random,
    liveEveryMs: parts.liveEveryMs,
    timeEveryMs,
    uptimeMs: power.uptimeMs,
    boot: power.boot,
    sayLocks,
    become,
    onEvent,
  });

  const run = async (stop: AbortSignal) => {
    await keepConnected({
      requestRegistration: provisioningKey === null ? null : () => requestRegistration(provisioningKey),
      knowsSecret: () => own.secret() !== null,
      speak: () => speak(own.secret() ?? ""),
      awayMs: line.awayMs,
      retryAfter: (failures) => retryAfterMs(failures, retries) * pace,
      become,
      stop,
    });
    become("off");
  };

  const loseConnections = async (stop: AbortSignal) => {
    for (;;) {
      const { afterMs, forMs } = nextDropOut(losses);
      if (!(await pause(afterMs * pace, stop))) return;
      if (state === "connected") line.dropOut(forMs * pace);
    }
  };

  return {
    serialNumber,
    state: () => state,
    isLocked: doors.isLocked,
    /** What has no PUBACK yet. */
    waiting: outbox.waiting,
    dropOut: line.dropOut,
    start: (): void => {
      running = new AbortController();
      power.up();
      if (faults.dropsOut) void loseConnections(running.signal);
      done = run(running.signal);
    },
    /** Says goodbye and forgets what was going on. */
    stop: async (): Promise<void> => {
      running.abort();
      power.cut();
      doors.stop();
      await line.end();
      await done;
    },
  };
};
export type SimulatedMachine = ReturnType<typeof createSimulatedMachine>;

import { randomBytes } from "node:crypto";
import {
  allDownTopics,
  type CommandType,
  type DownMessage,
  downTopic,
  type LiveMessage,
} from "#shared/events/machine-topics.ts";
import type { UnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import { createCommandDesk } from "./command-desk.ts";
import { createDelays } from "./delays.ts";
import { type Faults, nextDropOut } from "./faults.ts";
import { keepConnected, retryAfterMs } from "./keep-connected.ts";
import { type Line, openLine } from "./line.ts";
import { createMachineClock } from "./machine-clock.ts";
import { createOutbox } from "./outbox.ts";
import { createOwnSecret, type KeptCredentials } from "./own-secret.ts";
import { pause } from "./pause.ts";
import { createRandom } from "./random.ts";
import { createSimulatedDoors } from "./simulated-doors.ts";
import { createTelemetry } from "./telemetry.ts";

/** Who a machine is, all of it decided by the seed. */
export interface MachinePlan {
  serialNumber: string;
  version: string;
  channels: readonly number[];
  faults: Faults;
  /** Seeds what this machine does. */
  seed: string;
}

/** `asking`: on the provisioning login, waiting to be registered. `away`: dropped out or starting anew. */
export type MachineState = "off" | "connecting" | "asking" | "connected" | "refused" | "away";

export type MachineEvent =
  | { kind: "state"; state: MachineState }
  /** The gateway has stored the request to be registered. */
  | { kind: "asked" }
  /** It was given credentials of its own, to be kept where a power cut does not reach them. */
  | { kind: "registered"; credentials: KeptCredentials }
  /** A heartbeat is on its way. */
  | { kind: "live"; at: number }
  | { kind: "stored"; topic: "locks" | "result" }
  | { kind: "command"; type: CommandType }
  | { kind: "unreadable"; topic: string; why: string };

export interface MachineParts {
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

/** One vending machine: its control unit, its doors, and the people who close them. */
export const createSimulatedMachine = (parts: MachineParts) => {
  const { plan, mqttUrl, provisioningKey, pace, onEvent, timeEveryMs = timeRequestMs } = parts;
  const { serialNumber, version, faults } = plan;
  if (parts.secret === null && provisioningKey === null)
    throw new Error(`${serialNumber} has neither a secret nor the provisioning key`);
  const random = createRandom(plan.seed);
  const telemetry = createTelemetry(random, version);
  const losses = random.fork("losses");
  const retries = random.fork("retries");
  const heart = random.fork("heart");
  const timing = random.fork("timing");
  const clock = createMachineClock(faults.clockAheadMs);
  const outbox = createOutbox(({ topic }) => onEvent({ kind: "stored", topic }));

  const own = createOwnSecret(parts.plan.serialNumber, parts);
  let running = new AbortController();
  let power = new AbortController();
  let done: Promise<void> = Promise.resolve();
  let line: Line | null = null;
  let awayUntil = 0;
  let boot = { word: "", seq: 0, at: 0 };
  let state: MachineState = "off";

  const become = (next: MachineState) => {
    if (next === state) return;
    state = next;
    onEvent({ kind: "state", state });
  };
  /** Not from the seed: a unit never draws the same value twice, and two runs of one fleet are two power-ups. */
  const powerUp = () => {
    power = new AbortController();
    boot = { word: randomBytes(6).toString("base64url"), seq: 0, at: performance.now() };
    clock.forget();
  };
  const stamped = () => ({ at: clock.stamp(), boot: boot.word, seq: boot.seq++ });
  const sayLocks = (containers: { channel: number; isLocked: boolean }[], full: boolean) =>
    outbox.add({ topic: "locks", payload: { containers, full, ...stamped() } });

  const doors = createSimulatedDoors(plan.channels, (channel, isLocked) => sayLocks([{ channel, isLocked }], false));

  /** The connection is lost for a while: no goodbye, no heartbeat; doors and memory go on. */
  const dropOut = (forMs: number) => {
    awayUntil = performance.now() + forMs;
    line?.drop();
  };
  const restart = async () => {
    await Promise.race([outbox.empty(), pause(2_000, running.signal)]);
    power.abort();
    awayUntil = performance.now() + delays.reboot();
    await line?.end();
    powerUp();
  };

  const delays = createDelays(random.fork("hands"), faults.slow, pace);
  const desk = createCommandDesk({
    doors,
    clock,
    delays,
    faults,
    isGenuine: own.isGenuine,
    say: (fact) => outbox.add({ topic: "result", payload: { ...fact, ...stamped() } }),
    power: () => power.signal,
    restart: () => void restart(),
  });

  const hear = (message: DownMessage) => {
    if (message.topic === "time") clock.receive(Date.parse(message.payload.now));
    if (message.topic === "command") {
      onEvent({ kind: "command", type: message.payload.type });
      desk.take(message.payload);
    }
    if (message.topic === "credentials") {
      onEvent({ kind: "registered", credentials: own.take(message.payload.sealed) });
      void line?.end();
    }
  };
  const open = async (username: string, password: string, subscribeTo: string) => {
    line = await openLine({
      mqttUrl,
      serialNumber,
      username,
      password,
      subscribeTo,
      onRequesting: clock.requestTime,
      onGranted: clock.granted,
      onMessage: hear,
      onUnreadable: (topic, why) => onEvent({ kind: "unreadable", topic, why }),
    });
    if (running.signal.aborted || performance.now() < awayUntil) line.drop();
    return line;
  };

  const liveMessage = (): LiveMessage => ({
    ...telemetry(),
    uptime: Math.round((performance.now() - boot.at) / 100) / 10,
    at: clock.stamp(),
  });

  const keepClockRight = async (mine: Line, stop: AbortSignal) => {
    const { usually, afterSlowAnswer } = timeEveryMs;
    // Not all at once: a fleet that was switched on together would request together for ever.
    const nextMs = () => (clock.wasPrompt() ? usually : afterSlowAnswer) * timing.between(0.9, 1.1);
    while (await pause(nextMs(), stop)) mine.subscribeAgain();
  };

  /** With its own secret: everything a registered unit does, until the line ends. */
  const speak = async (password: string) => {
    const mine = await open(serialNumber, password, allDownTopics(serialNumber));
    become("connected");
    const until = new AbortController();
    void mine.ended.then(() => until.abort());
    const last = outbox.waiting().at(-1);
    // The whole state is waiting to be sent already: once is enough, however often the line broke.
    if (!(last?.topic === "locks" && last.payload.full)) sayLocks(doors.all(), true);
    outbox.attach(mine);
    void keepClockRight(mine, until.signal);
    do {
      // Called before it is written: a fast gateway's push may be here before the write's callback.
      onEvent({ kind: "live", at: performance.timeOrigin + performance.now() });
      mine.publish({ topic: "live", payload: liveMessage() }).catch(() => undefined);
    } while (await pause(parts.liveEveryMs * heart.between(0.96, 1.04), until.signal));
  };

  /** With the provisioning login: requests once per connection and waits for its secret. */
  const requestRegistration = async (key: string) => {
    const mine = await open("provision", key, downTopic(serialNumber, "credentials"));
    become("asking");
    const payload = { version, dateTime: clock.stamp(), key: own.key, mac: true };
    const stored = mine.publish({ topic: "register", payload }).then(() => onEvent({ kind: "asked" }));
    // The library leaves a message without its PUBACK open for ever when the line ends.
    await Promise.race([stored, mine.ended]);
    await mine.ended;
  };

  const run = async (stop: AbortSignal) => {
    await keepConnected({
      requestRegistration: provisioningKey === null ? null : () => requestRegistration(provisioningKey),
      knowsSecret: () => own.secret() !== null,
      speak: () => speak(own.secret() ?? ""),
      awayMs: () => awayUntil - performance.now(),
      retryAfter: (failures) => retryAfterMs(failures, retries) * pace,
      become,
      stop,
    });
    become("off");
  };

  const loseConnectionNowAndThen = async (stop: AbortSignal) => {
    for (;;) {
      const { afterMs, forMs } = nextDropOut(losses);
      if (!(await pause(afterMs * pace, stop))) return;
      if (state === "connected") dropOut(forMs * pace);
    }
  };

  return {
    serialNumber,
    state: () => state,
    isLocked: doors.isLocked,
    /** What has no PUBACK yet. */
    waiting: outbox.waiting,
    dropOut,
    start: (): void => {
      running = new AbortController();
      powerUp();
      if (faults.dropsOut) void loseConnectionNowAndThen(running.signal);
      done = run(running.signal);
    },
    /** Says goodbye and forgets what was going on. */
    stop: async (): Promise<void> => {
      running.abort();
      power.abort();
      doors.stop();
      await line?.end();
      await done;
    },
  };
};
export type SimulatedMachine = ReturnType<typeof createSimulatedMachine>;

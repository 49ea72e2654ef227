import { allDownTopics, upTopic } from "#shared/events/machine-topics.ts";
import type { RawUnit } from "../../../../broker/testing/raw-unit.ts";
import { pause } from "../../../simulator/pause.ts";

/** A unit that misbehaves within its rights: with its own secret, valid messages, and what a connection may spend. */
interface Flooder {
  unit: RawUnit;
  serialNumber: string;
  /** Aborted when its connection ends, or the run. */
  signal: AbortSignal;
  /** The id of its last power-up. */
  boot: string;
  /** Counts on over all connections. */
  next: () => number;
}
type Manner = (flooder: Flooder) => Promise<void>;

const locks = 999;
/** What a connection may spend a second, and what each packet costs. */
const perSecond = 480;
const beatMs = 100;

/** Calls `act` as often as packets of this cost may be sent. */
const keepOn = async (signal: AbortSignal, cost: number, act: () => void): Promise<void> => {
  let left = 0;
  while (!signal.aborted) {
    left += (perSecond * beatMs) / 1_000 / cost;
    for (; left >= 1; left -= 1) act();
    await pause(beatMs, signal);
  }
};

const stamped = ({ boot, next }: Flooder) => ({ at: new Date().toISOString(), boot, seq: next() });
const messageId = (seq: number) => 1 + (seq % 60_000);
const sayLocks = (
  flooder: Flooder,
  containers: { channel: number; isLocked: boolean }[],
  full: boolean,
  dup = false,
) => {
  const payload = { containers, full, ...stamped(flooder) };
  const topic = upTopic(flooder.serialNumber, "locks");
  const bytes = JSON.stringify(payload);
  const packet = { topic, payload: bytes, qos: 1 as const, messageId: messageId(payload.seq) };
  flooder.unit.send({ cmd: "publish", ...packet, dup: false, retain: false });
  if (dup) flooder.unit.send({ cmd: "publish", ...packet, dup: true, retain: true });
};
const all = (isLocked: boolean) => Array.from({ length: locks }, (_, at) => ({ channel: at + 1, isLocked }));
const costOfAll = 1 + Math.floor(JSON.stringify(all(false)).length / 1_024);

/** The last command that this unit has received; each packet is looked at once. */
const createLastCommand = ({ heard }: RawUnit) => {
  let looked = 0;
  let last: { commandId: string; channels: number[] } | null = null;
  return () => {
    for (; looked < heard.length; looked += 1) {
      const packet = heard[looked];
      if (packet?.cmd === "publish" && packet.topic.endsWith("/down/command")) last = JSON.parse(`${packet.payload}`);
    }
    return last;
  };
};
const sayResult = (flooder: Flooder, commandId: string, channel: number, fact: string) => {
  const payload = { commandId, channel, fact, ...stamped(flooder) };
  flooder.unit.publish(upTopic(flooder.serialNumber, "result"), payload, 1, messageId(payload.seq));
};

/** Each new connection ends the one before, and comes at once. */
export const takesOver = "a new connection each second";

/** Each is repeated over a new connection a second after the one before has ended. */
export const manners: Record<string, Manner> = {
  "a lock that bounces": (flooder) => {
    let isLocked = false;
    return keepOn(flooder.signal, 1, () => {
      isLocked = !isLocked;
      sayLocks(flooder, [{ channel: 1, isLocked }], false);
    });
  },
  "full reports of 999 locks, each time otherwise": (flooder) => {
    let isLocked = false;
    return keepOn(flooder.signal, costOfAll, () => {
      isLocked = !isLocked;
      sayLocks(flooder, all(isLocked), true);
    });
  },
  "full reports of 999 locks that stay": (flooder) =>
    keepOn(flooder.signal, costOfAll, () => sayLocks(flooder, all(true), true)),
  "each message twice, with DUP and retain": (flooder) =>
    keepOn(flooder.signal, 2, () => sayLocks(flooder, [{ channel: 1, isLocked: true }], false, true)),
  "results of commands that were never given": (flooder) =>
    keepOn(flooder.signal, 1, () => sayResult(flooder, `never-${flooder.serialNumber}-${flooder.next()}`, 1, "opened")),
  "the same facts of one command, again and again": async (flooder) => {
    flooder.unit.subscribe([allDownTopics(flooder.serialNumber)]);
    const last = createLastCommand(flooder.unit);
    await keepOn(flooder.signal, 1, () => {
      const command = last();
      const [channel] = command?.channels ?? [];
      if (command && channel) sayResult(flooder, command.commandId, channel, "opened");
    });
  },
  "heartbeats with another firmware each": (flooder) =>
    keepOn(flooder.signal, 1, () => {
      const seq = flooder.next();
      const payload = { strength: -(seq % 120), firmware: `1.${seq}`, uptime: seq, at: new Date().toISOString() };
      flooder.unit.publish(upTopic(flooder.serialNumber, "live"), payload, 0);
    }),
  "heartbeats of 64 KiB": (flooder) => {
    const more = "x".repeat(64_000);
    return keepOn(flooder.signal, 64, () => {
      const payload = { strength: -60, uptime: flooder.next(), at: new Date().toISOString(), more };
      flooder.unit.publish(upTopic(flooder.serialNumber, "live"), payload, 0);
    });
  },
  "subscriptions without end": (flooder) =>
    keepOn(flooder.signal, 14, () => {
      flooder.unit.subscribe(Array(2).fill(allDownTopics(flooder.serialNumber)), messageId(flooder.next()));
    }),
  "a connection that reads nothing": async (flooder) => {
    flooder.unit.subscribe([allDownTopics(flooder.serialNumber)]);
    await pause(500, flooder.signal);
    flooder.unit.socket.pause();
    await keepOn(flooder.signal, 1, () => flooder.unit.send({ cmd: "pingreq" }));
  },
  [takesOver]: async (flooder) => {
    flooder.unit.subscribe([allDownTopics(flooder.serialNumber)]);
    sayLocks(flooder, all(true).slice(0, 50), true);
    await pause(1_000, flooder.signal);
  },
};

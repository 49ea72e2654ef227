import type { CommandMessage } from "#shared/events/machine-topics.ts";
import { pause } from "../../../simulator/pause.ts";
import type { Random } from "../../../simulator/random.ts";
import { createHandUnit } from "../../../walks/commands/hand-unit.ts";
import type { PlantedUnit } from "../../../walks/planted.ts";

/** What a unit may do with a command that opens a door. */
export const moods = [
  "opens",
  "deaf",
  "jammed",
  "no time",
  "drops before acknowledging",
  "drops after acknowledging",
  "drops after opening",
  "opens late",
] as const;
export type Mood = (typeof moods)[number];

/** A door that sprang open, by this computer's clock. */
export interface Opening {
  commandId: string;
  channel: number;
  at: number;
}

/** What a unit does next; `tell late` is to say, after its time, that the door is open. */
export type Deed = "acknowledge" | "open" | "tell late" | "close";
/** Resolves when it may. */
export type Hold = (deed: Deed, ended: AbortSignal) => Promise<unknown>;

interface Ways {
  /** The gateway that it comes to next. */
  mqttUrl: () => string;
  /** Draws what it does with its next command. */
  mood: () => Mood;
  /** Nobody holds it where this is missing. */
  hold?: Hold | undefined;
}

const beatEveryMs = 20_000;
/** After the limits of a row (10 s to acknowledge, 15 s to be seen open). */
const lateMs = 27_000;
const awayMs = [500, 6_000] as const;

const goOn: Hold = (deed, ended) => (deed === "tell late" ? pause(lateMs, ended) : Promise.resolve());

/**
 * A unit that is in a mood with each command, comes back whatever becomes of its gateway, says what it did until it has
 * its PUBACK, and remembers every door that it opened.
 */
export const createMoodyUnit = (unit: PlantedUnit, random: Random, { mqttUrl, mood, hold = goOn }: Ways) => {
  const hand = createHandUnit(unit);
  const openings: Opening[] = [];
  const done = new Set<string>();
  const running = new AbortController();
  let awayUntil = 0;
  let acting = 0;
  let at: string | null = null;

  const isPast = (expiresAt: string): boolean => (hand.toldTime() ?? Number.POSITIVE_INFINITY) >= Date.parse(expiresAt);
  const drop = () => {
    awayUntil = Date.now() + random.between(...awayMs);
    return hand.drop();
  };

  const act = async ({ commandId, type, channels, expiresAt }: CommandMessage): Promise<void> => {
    if (done.has(commandId) || type !== "open" || isPast(expiresAt)) return;
    done.add(commandId);
    const [channel = 0] = channels;
    const how = mood();
    const tell = (fact: "acknowledged" | "opened" | "closed") => void hand.say(commandId, channel, { fact });
    const fail = (code: string, message: string) =>
      void hand.say(commandId, channel, { fact: "failed", code, message });
    const spring = () => {
      if (isPast(expiresAt)) return false;
      openings.push({ commandId, channel, at: Date.now() });
      return true;
    };
    if (how === "deaf") return;
    if (how === "no time") return fail("NO_TIME", "The unit has not been told the time yet");
    if (how === "drops before acknowledging") await drop();
    await pause(random.between(20, 1_500), running.signal);
    await hold("acknowledge", running.signal);
    tell("acknowledged");
    if (how === "drops after acknowledging") await drop();
    await hold("open", running.signal);
    if (how === "jammed") return fail("DOOR_JAMMED", "Pulse sent, door did not move");
    await pause(random.between(20, 1_500), running.signal);
    if (!spring()) return;
    if (how === "drops after opening") await drop();
    // The door is open; that is said when its time is over.
    if (how === "opens late") await hold("tell late", running.signal);
    tell("opened");
    await pause(random.between(100, 4_000), running.signal);
    await hold("close", running.signal);
    tell("closed");
  };
  hand.onCommand((command) => {
    acting += 1;
    void act(command).finally(() => {
      acting -= 1;
    });
  });

  const stayConnected = async () => {
    const stopped = new Promise<void>((resolve) => running.signal.addEventListener("abort", () => resolve()));
    while (!running.signal.aborted) {
      await pause(awayUntil - Date.now(), running.signal);
      const url = mqttUrl();
      at = await hand.connect(url).then(
        () => url,
        () => null,
      );
      if (at) await Promise.race([hand.ended(), stopped]);
      at = null;
      await pause(random.between(100, 400), running.signal);
    }
  };
  const beats = setInterval(() => void hand.beat().catch(() => undefined), beatEveryMs);
  let life: Promise<void> = Promise.resolve();

  return {
    serialNumber: unit.plan.serialNumber,
    openings,
    /** Commands of which it has more to say, and what it said and has no PUBACK of. */
    unsaid: (): number => acting + hand.unsaid().length,
    toldTime: hand.toldTime,
    /** The gateway that it stands at; null while it is away. */
    standsAt: (): string | null => at,
    /** As if the network had gone; it comes back. */
    drop: hand.drop,
    start: (): void => {
      life = stayConnected();
    },
    stop: async (): Promise<void> => {
      clearInterval(beats);
      running.abort();
      await hand.drop();
      await life;
    },
  };
};

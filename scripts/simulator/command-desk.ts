import type { CommandMessage, CommandType, ResultMessage } from "#shared/events/machine-topics.ts";
import type { Delays } from "./delays.ts";
import type { Faults } from "./faults.ts";
import type { MachineClock } from "./machine-clock.ts";
import { pause } from "./pause.ts";
import type { SimulatedDoors } from "./simulated-doors.ts";

/** A fact before the machine has numbered and dated it. */
type UndatedFact = Omit<ResultMessage, "at" | "boot" | "seq">;

interface DeskParts {
  doors: SimulatedDoors;
  clock: MachineClock;
  delays: Delays;
  faults: Pick<Faults, "deaf" | "jammedChannels">;
  /** Whether Cansole sent it, as far as this unit can verify. */
  isGenuine: (command: CommandMessage) => boolean;
  say: (fact: UndatedFact) => void;
  /** Ends with this power-up: what was going on is forgotten, as a real unit forgets it. */
  power: () => AbortSignal;
  restart: () => void;
}

const remembered = 500;
const movesDoor: ReadonlySet<CommandType> = new Set<CommandType>(["open", "stock-update"]);
/** Locks are fired one after another, so that the power supply is not overloaded. */
const betweenPulsesMs = 15;

type Act = (command: CommandMessage) => void;

/** Remembers commands: true the first time only, as QoS 1 may deliver twice. */
const createMemory = () => {
  const acted = new Set<string>();

  return (commandId: string): boolean => {
    if (acted.has(commandId)) return false;
    acted.add(commandId);
    const [oldest] = acted;
    if (acted.size > remembered && oldest) acted.delete(oldest);
    return true;
  };
};

const isPast = (clock: MachineClock, { expiresAt }: CommandMessage): boolean => {
  const now = clock.now();
  return now !== null && now >= Date.parse(expiresAt);
};

const refuse = (say: DeskParts["say"], { commandId, channels }: CommandMessage, code: string, message: string) => {
  for (const channel of channels.length > 0 ? channels : [null])
    say({ commandId, channel, fact: "failed", code, message });
};

/** What a unit does with a command: the protocol's answers, with the faults and delays of this machine. */
export const createCommandDesk = (parts: DeskParts) => {
  const { doors, clock, delays, faults, say } = parts;
  const isNew = createMemory();

  /** Runs for each channel that the machine has; the others are refused by name. */
  const perChannel =
    (act: (command: CommandMessage, channel: number, place: number) => Promise<void>): Act =>
    (command) => {
      const unknown = command.channels.filter((channel) => !doors.has(channel));
      if (unknown.length > 0)
        refuse(say, { ...command, channels: unknown }, "NO_SUCH_LOCK", "This machine has no such lock");
      const known = command.channels.filter((channel) => doors.has(channel));
      for (const [place, channel] of known.entries()) void act(command, channel, place);
    };

  const openDoor = perChannel(async (command, channel, place) => {
    const { commandId, type } = command;
    const power = parts.power();
    if (!(await pause(delays.acknowledge() + place * betweenPulsesMs, power))) return;
    // The last of many locks may have its turn when it is too late.
    if (isPast(clock, command)) return;
    say({ commandId, channel, fact: "acknowledged" });
    const [opensAfter, closesAfter] = [delays.open(), delays.close(type)];
    if (!(await pause(opensAfter, power))) return;
    if (faults.jammedChannels.includes(channel)) {
      say({ commandId, channel, fact: "failed", code: "DOOR_JAMMED", message: "Pulse sent, door did not move" });
      return;
    }
    doors.open(channel, closesAfter);
    say({ commandId, channel, fact: "opened" });
    await doors.untilClosed(channel);
    if (!power.aborted) say({ commandId, channel, fact: "closed" });
  });

  const reportLock = perChannel(async ({ commandId }, channel) => {
    if (!(await pause(delays.read(), parts.power()))) return;
    say({ commandId, channel, fact: "status", isLocked: doors.isLocked(channel) });
  });

  const acknowledgeThen =
    (next: () => void): Act =>
    async ({ commandId }) => {
      if (!(await pause(delays.acknowledge(), parts.power()))) return;
      say({ commandId, channel: null, fact: "acknowledged" });
      next();
    };

  const acts: Record<CommandType, Act> = {
    open: openDoor,
    "stock-update": openDoor,
    "lock-status": reportLock,
    "check-open": reportLock,
    "check-lock-status": reportLock,
    "lock-close-verify": reportLock,
    ping: acknowledgeThen(() => undefined),
    restart: acknowledgeThen(parts.restart),
  };

  return {
    take: (command: CommandMessage): void => {
      if (faults.deaf) return;
      // Before its id is remembered: a forged command must not stand in the way of the one whose id it took.
      const isGenuine = parts.isGenuine(command);
      if (!isGenuine) refuse(say, command, "WRONG_MAC", "The command is not signed as it must be");
      if (!isGenuine || !isNew(command.commandId)) return;
      if (!Object.hasOwn(acts, command.type)) {
        refuse(say, command, "UNKNOWN_TYPE", `This firmware knows no command ${command.type}`);
        return;
      }
      const now = clock.now();
      if (now === null && movesDoor.has(command.type))
        refuse(say, command, "NO_TIME", "The unit has not been told the time yet");
      // Bytes may lie in a connection for long: a command that is past its time is as if it had never come.
      else if (!isPast(clock, command)) acts[command.type](command);
    },
  };
};

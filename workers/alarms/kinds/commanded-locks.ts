import type { ObjectId } from "mongodb";
import { movedText, movesDoor, offlineText } from "#shared/control-units/control-unit.rules.ts";
import { commandTypes } from "#shared/events/machine-topics.ts";
import { groupBy } from "#shared/grouping/group-by.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

type Parts = Pick<Mongo, "collections">;

/** How long a stock update leaves doors open, and how long after a command one may open. */
export const commandedMs = 10 * 60_000;
/** Two readings of MongoDB's clock differ by less. */
const clocksMs = 5_000;

export const listed = (channels: readonly number[]): string => {
  const inOrder = [...new Set(channels)].toSorted((a, b) => a - b);
  const shown = inOrder.slice(0, 5).join(", ");
  return `${inOrder.length === 1 ? "Lock" : "Locks"} ${shown}${inOrder.length > 5 ? ` and ${inOrder.length - 5} more` : ""}`;
};

/** A lock as the finders of one look name it. */
export const lockAt = (machine: string | null, channel: number | null): string => `${machine}/${channel}`;

/**
 * Those of these locks that belong to a container. A unit's input to which nothing is wired says open for good, and
 * nobody could close it.
 */
export const readContainerLocks = async (
  { collections: { containers } }: Parts,
  locks: readonly { machine: ObjectId; channel: number }[],
): Promise<ReadonlySet<string>> => {
  if (locks.length === 0) return new Set();
  const [machines, channels] = [locks.map(({ machine }) => machine), locks.map(({ channel }) => channel)];
  const found = await containers
    .find({ machine: { $in: machines }, channel: { $in: channels } })
    .project<{ machine: ObjectId; channel: number }>({ _id: 0, machine: 1, channel: 1 })
    .toArray();
  return new Set(found.map(({ machine, channel }) => lockAt(machine.toHexString(), channel)));
};

/**
 * Commands since a moment (milliseconds since 1970) that may have opened doors of these machines. Left out are queries,
 * and commands that never had their turn or were refused in it: they move no door.
 */
export const readDoorCommands = ({ collections: { sessions } }: Parts, machines: readonly ObjectId[], since: number) =>
  sessions
    .find({
      machine: { $in: machines },
      createdAt: { $gt: new Date(since) },
      type: { $in: commandTypes.filter(movesDoor) },
      startedAt: { $ne: null },
      // No command of such a session was ever sent.
      status: { $nin: ["expired", "cancelled"] },
      reason: { $nin: [offlineText, movedText] },
    })
    .project<{ _id: ObjectId; machine: ObjectId; channels: number[]; createdAt: Date }>({
      machine: 1,
      channels: 1,
      createdAt: 1,
    })
    .toArray();

/** Whether a command may have opened a lock at a moment, of those since another one. */
export const readCommanded = async (mongo: Parts, machines: readonly ObjectId[], since: number) => {
  const commands = machines.length > 0 ? await readDoorCommands(mongo, machines, since - commandedMs) : [];
  const given = commands.flatMap(({ machine, channels, createdAt }) =>
    channels.map((channel) => ({ lock: lockAt(machine.toHexString(), channel), at: createdAt.getTime() })),
  );
  const ofLock = groupBy(given, ({ lock }) => lock);
  return (lock: string, openedAt: number): boolean =>
    (ofLock.get(lock) ?? []).some(({ at }) => at < openedAt + clocksMs && at > openedAt - commandedMs);
};

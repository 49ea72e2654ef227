import { mostWhole } from "#shared/http/long-lists.ts";
import { type MachineStatus, machineStatus } from "#shared/machines/machine.rules.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { byFigure } from "./by-figure.ts";
import type { KnownMachine, KnownMachines } from "./known-machines.ts";

interface Parts {
  mongo: Pick<Mongo, "collections">;
  knownMachines: Pick<KnownMachines, "current">;
}

/** Whether there are more machines than one answer lists; the count is MongoDB's estimate. */
export const isLarge = async ({ collections: { machines } }: Pick<Mongo, "collections">): Promise<boolean> =>
  (await machines.estimatedDocumentCount()) > mostWhole;

/**
 * All machines of a network with more than one answer lists, from memory and by their names; null of a smaller one, of
 * which what is counted is read in one snapshot.
 */
export const createManyMachines =
  ({ mongo, knownMachines }: Parts) =>
  async (): Promise<readonly KnownMachine[] | null> =>
    (await isLarge(mongo)) ? (await knownMachines.current()).byName : null;

type Moment = [now: number, silentAfterSeconds: number];

/** How many of them are in which state at this moment. */
export const countStatuses = (machines: readonly KnownMachine[], ...moment: Moment): Record<MachineStatus, number> => {
  const counts = { Online: 0, Offline: 0, Unavailable: 0 };
  for (const known of machines) counts[machineStatus(known, ...moment)] += 1;
  return counts;
};

/** A machine that is offline, whose unit was heard at that time for the last time. */
type OfflineMachine = KnownMachine & { lastSeen: number };

/** At most `most` of the machines that are offline, the newest outage first. */
export const newestOutages = (machines: readonly KnownMachine[], most: number, ...moment: Moment): OfflineMachine[] =>
  byFigure(
    machines.filter((known): known is OfflineMachine => machineStatus(known, ...moment) === "Offline"),
    ({ lastSeen }) => lastSeen,
    -1,
    { from: 0, to: most },
  );

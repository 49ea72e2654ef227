import type { Presence } from "#shared/live-status/live-status.schema.ts";
import { isSilent, type MachineStatus, machineStatus } from "#shared/machines/machine.rules.ts";
import type { PendingCounts } from "#shared/pending-counts/pending-counts.schema.ts";
import type { UnitDocument } from "#shared/registration/unit.document.server.ts";

type Speaker = Pick<UnitDocument, "serialNumber" | "authorised" | "machine">;
const speaksFor = ({ authorised, machine }: Speaker): string | null =>
  authorised && machine ? machine.toHexString() : null;

/** Whether another unit may speak for a machine now. Strangers can have keys noted on units as often as they like. */
export const movesSpeaker = ({ before, after }: { before: Speaker | null; after: Speaker | null }): boolean =>
  !before || !after || before.serialNumber !== after.serialNumber || speaksFor(before) !== speaksFor(after);

export type MachineCounts = Pick<PendingCounts, "online" | "offline" | "unavailable">;

export const countsOf = ({ Online, Offline, Unavailable }: Record<MachineStatus, number>): MachineCounts => ({
  online: Online,
  offline: Offline,
  unavailable: Unavailable,
});

/** All machines, the units of some of them, and when those were heard. */
export interface KnownMachines {
  machines: number;
  speaking: readonly string[];
  heard: ReadonlyMap<string, Presence>;
}

/**
 * How many machines are in which state, kept in memory: heartbeats are many, and counting must not read a store at
 * each. Presence is merged by its moment, so that it does not matter whether a read or a signal comes first.
 */
export const createMachineStates = (silentAfterSeconds: number) => {
  let machines = 0;
  let speaking: ReadonlySet<string> = new Set();
  const lastSeen = new Map<string, number>();

  const note = ({ serialNumber, lastSeen: at }: Presence, now = Number.POSITIVE_INFINITY) => {
    const known = lastSeen.get(serialNumber);
    // A time in the future was taken before MongoDB's clock was set back.
    if (known === undefined || at > known || known > now) lastSeen.set(serialNumber, at);
    return known;
  };

  return {
    know: (known: KnownMachines): void => {
      machines = known.machines;
      speaking = new Set(known.speaking);
      for (const presence of known.heard.values()) note(presence);
      for (const serialNumber of lastSeen.keys()) if (!speaking.has(serialNumber)) lastSeen.delete(serialNumber);
    },
    /** Whether one of them turned, be it back to where it was counted last. */
    hear: (presences: readonly Presence[], now: number): boolean => {
      let turned = false;
      for (const presence of presences) {
        // Noted of all units: a newly authorised one may be heard before that is known.
        const before = note(presence, now);
        if (!speaking.has(presence.serialNumber)) continue;
        const wasSilent = before === undefined || isSilent(before, now, silentAfterSeconds);
        if (wasSilent !== isSilent(presence.lastSeen, now, silentAfterSeconds)) turned = true;
      }
      return turned;
    },
    count: (now: number): MachineCounts => {
      const counts = { Online: 0, Offline: 0, Unavailable: 0 };
      for (const serialNumber of speaking) {
        const facts = { hasUnit: true, lastSeen: lastSeen.get(serialNumber) ?? null };
        counts[machineStatus(facts, now, silentAfterSeconds)] += 1;
      }
      const { Online: online, Offline: offline } = counts;
      return { online, offline, unavailable: Math.max(0, machines - online - offline) };
    },
  };
};

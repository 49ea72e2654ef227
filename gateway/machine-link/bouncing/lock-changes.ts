import type { Limits } from "../../limits.ts";
import { createAllowance } from "./allowance.ts";
import { createMinuteCount, type MinuteCount } from "./minute-count.ts";

/** A unit whose locks change more often than a door can move. */
interface Bounce {
  /** Of all locks of the unit, in the last minute. */
  changes: number;
  /** The locks that bounce each for itself, the worst first; none where many change a little too often. */
  locks: { channel: number; changes: number }[];
}

type LockLimits = Pick<Limits["bouncing"], "changesPerMinute" | "stored" | "restMs" | "rows" | "listEveryMs">;
interface Lock {
  isLocked: boolean;
  changes: MinuteCount;
}

const forgetEveryMs = 60_000;
/** Share of a change's cost: for an unchanged lock its state is read and the time of the report is written. */
const unchangedShare = 0.25;

/** How often the locks of each unit changed lately, as this gateway received, and what they may still cost. */
export const createLockChanges = (limits: LockLimits) => {
  const newUnit = () => ({
    locks: new Map<number, Lock>(),
    changes: createMinuteCount(),
    stored: createAllowance(limits.stored, limits.restMs.most),
    rows: createAllowance(limits.rows, limits.listEveryMs),
  });
  const units = new Map<string, ReturnType<typeof newUnit>>();
  let forgotAt = Number.NEGATIVE_INFINITY;

  const bounces = ({ changes }: Lock, now: number) => changes.count(now) > limits.changesPerMinute;

  /** A unit that has been quiet for a minute costs no memory. */
  const forget = (now: number) => {
    if (Math.abs(now - forgotAt) < forgetEveryMs) return;
    forgotAt = now;
    for (const [serialNumber, { locks, stored, rows }] of units) {
      for (const [channel, { changes }] of locks) if (changes.count(now) === 0) locks.delete(channel);
      if (locks.size === 0 && stored.isWhole(now) && rows.isWhole(now)) units.delete(serialNumber);
    }
  };

  const unitOf = (serialNumber: string) => {
    const unit = units.get(serialNumber) ?? newUnit();
    units.set(serialNumber, unit);
    return unit;
  };

  return {
    /** How many locks were reported that are as they were. */
    noteUnchanged: (serialNumber: string, locks: number, now: number): void => {
      forget(now);
      unitOf(serialNumber).stored.spend(locks * unchangedShare, now);
    },

    /** A lock has changed. Returns false if the change is only counted and gets no line of the history of its own. */
    note: (serialNumber: string, channel: number, isLocked: boolean, now: number): boolean => {
      forget(now);
      const unit = unitOf(serialNumber);
      const lock = unit.locks.get(channel) ?? { isLocked: !isLocked, changes: createMinuteCount() };
      unit.locks.set(channel, lock);
      unit.stored.spend(1, now);
      // A unit may say again and again how one lock is.
      if (lock.isLocked !== isLocked) {
        lock.changes.add(now);
        unit.changes.add(now);
      }
      lock.isLocked = isLocked;
      if (bounces(lock, now) || unit.rows.owedMs(now) > 0) return false;
      unit.rows.spend(1, now);
      return true;
    },

    bounceOf: (serialNumber: string, now: number): Bounce | null => {
      const unit = units.get(serialNumber);
      if (!unit) return null;
      const locks = [...unit.locks]
        .filter(([, lock]) => bounces(lock, now))
        .map(([channel, { changes }]) => ({ channel, changes: changes.count(now) }))
        .sort((a, b) => b.changes - a.changes || a.channel - b.channel);
      if (locks.length === 0 && unit.rows.owedMs(now) === 0) return null;
      return { changes: unit.changes.count(now), locks };
    },

    /** How long the next that it says of its locks is gathered before it is stored; 0 for a unit that moves as doors do. */
    restMs: (serialNumber: string, now: number): number => {
      const unit = units.get(serialNumber);
      if (!unit) return 0;
      const owed = unit.stored.owedMs(now);
      const isBouncing = owed > 0 || [...unit.locks.values()].some((lock) => bounces(lock, now));
      return isBouncing ? Math.max(limits.restMs.least, owed) : 0;
    },
  };
};
export type LockChanges = ReturnType<typeof createLockChanges>;

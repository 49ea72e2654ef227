import { type Line, type LineParts, openLine } from "./line.ts";
import type { MachineClock } from "./machine-clock.ts";

interface Parts extends Pick<LineParts, "mqttUrl" | "serialNumber" | "onMessage" | "onUnreadable"> {
  clock: MachineClock;
  isStopping: () => boolean;
}

/** The one line of a unit that is open, and how long it stays away once that is lost. */
export const createUnitLine = ({ clock, isStopping, ...parts }: Parts) => {
  let line: Line | null = null;
  let awayUntil = 0;
  const awayMs = () => awayUntil - performance.now();
  const stayAway = (forMs: number) => {
    awayUntil = performance.now() + forMs;
  };
  return {
    open: async (username: string, password: string, subscribeTo: string): Promise<Line> => {
      line = await openLine({
        ...parts,
        username,
        password,
        subscribeTo,
        onRequesting: clock.requestTime,
        onGranted: clock.granted,
      });
      if (isStopping() || awayMs() > 0) line.drop();
      return line;
    },
    awayMs,
    stayAway,
    /** The connection is lost for a while: no goodbye, no heartbeat; doors and memory go on. */
    dropOut: (forMs: number): void => {
      stayAway(forMs);
      line?.drop();
    },
    end: async (): Promise<void> => line?.end(),
  };
};

export type UnitLine = ReturnType<typeof createUnitLine>;

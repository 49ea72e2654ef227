import { startChild } from "../installation.ts";
import type { Heard, Order, ScaleUnit } from "./units.ts";

/** Processes that hold the units' connections; each may have as many files open as any other process. */
export const openUnitProcesses = async (many: number) => {
  const children = await Promise.all(Array.from({ length: many }, () => startChild("scale/units.ts", {})));
  const all = (orderOf: (at: number) => Order) => Promise.all(children.map((child, at) => child.ask(orderOf(at))));

  return {
    /** Resolves once all of them can be commanded. */
    connect: async (units: readonly ScaleUnit[]): Promise<void> => {
      const mine = (at: number) => units.filter((_, nth) => nth % many === at);
      await all((at) => ({ do: "connect", units: mine(at) }));
    },
    /**
     * Each unit sends a heartbeat every `everyMs`; all together report `changesPerSecond` changed locks, which want a
     * PUBACK.
     */
    beat: async (everyMs: number, changesPerSecond: number): Promise<void> => {
      await all(() => ({ do: "beat", everyMs, changesPerSecond: changesPerSecond / many }));
    },
    drop: async (serialNumbers: string[], awayMs: number): Promise<void> => {
      await all(() => ({ do: "drop", serialNumbers, awayMs }));
    },
    /** What came since it was read last. */
    read: async (): Promise<Heard> => {
      const parts = (await all(() => ({ do: "read" }))) as unknown as Heard[];
      const sum = (of: (part: Heard) => number) => parts.reduce((total, part) => total + of(part), 0);
      return {
        beats: sum(({ beats }) => beats),
        lost: sum(({ lost }) => lost),
        connected: sum(({ connected }) => connected),
        pubackMs: parts.flatMap(({ pubackMs }) => pubackMs),
        commands: parts.flatMap(({ commands }) => commands),
        back: parts.flatMap(({ back }) => back),
      };
    },
    stop: async (): Promise<void> => {
      await Promise.all(children.map((child) => child.stop()));
    },
  };
};
export type UnitProcesses = Awaited<ReturnType<typeof openUnitProcesses>>;

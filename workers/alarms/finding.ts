import type { AlarmDocument } from "#shared/alarms/alarm.document.server.ts";
import type { AlarmKind } from "#shared/alarms/alarm.schema.ts";
import type { Network } from "./network.ts";

/** In milliseconds: a pause of all workers that is worth noting. */
export const pauseMs = 60_000;
/**
 * A time so far in the future was taken before MongoDB's clock was set back. What somebody does during a look is later
 * than its moment (`now`, milliseconds since 1970), too, but by less.
 */
export const isInFuture = (at: Date, now: number): boolean => at.getTime() > now + pauseMs;
/**
 * In milliseconds. After a pause of all workers, when perhaps nobody could be heard, units and other processes have
 * this long to be heard again.
 */
export const reconnectMs = 2 * 60_000;

/** Something that is wrong now, or that happened. */
export interface Finding {
  kind: AlarmKind;
  /** The id of what it is about. */
  subject: string;
  /** What is wrong, as one sentence without times. */
  words: string;
  /** Since when it is true, or when it happened last; milliseconds since 1970. */
  since: number;
  /** Whose page shows it. */
  machine?: Pick<Network["machines"][number], "_id" | "vendingMachineId" | "region"> | undefined;
  /** The machines of an outage. */
  members?: AlarmDocument["members"];
  /** A further outage has joined the alarm: operators who have seen it have not seen this one. */
  isGrown?: boolean;
  /** It happened while somebody worked at its machine, and may be their doing. */
  isOfWork?: boolean;
  /** The region that it is about, where it is about no machine. */
  region?: string;
}

/** The input of a finder: the moment of MongoDB's clock, its own open alarms, and what several finders read. */
export interface Look {
  now: number;
  /** Since when somebody has looked without a pause. */
  steadySince: number;
  /** When this finder looked last, be it before a pause of all workers; `now` at its first time. */
  foundAt: number;
  open: readonly AlarmDocument[];
  network: () => Promise<Network>;
}

/**
 * Finds what is wrong of some kinds, from what is stored: all of it each time, whatever was found before. What it does
 * not find any more clears. It reads in bulk, and writes nothing.
 */
export interface Finder {
  name: string;
  kinds: readonly AlarmKind[];
  everyMs: number;
  find: (look: Look) => Promise<Finding[]>;
}

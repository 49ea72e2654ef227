import { createOneRun } from "../concurrency/single-flight.ts";
import { within } from "../http/within.ts";
import type { Clock } from "./clock.ts";
import type { Logger } from "./logger.ts";

interface Parts {
  /** MongoDB's clock, in whole milliseconds since 1970. */
  readTime: () => Promise<number>;
  /** This process's own: it decides nothing, but says where it differs. */
  processClock: Clock;
  log: Pick<Logger, "info" | "warn">;
  /** Never set by anybody; counts in milliseconds. */
  monotonicMs?: () => number;
  everyMs?: number;
}

/** What was measured: at the monotonic moment `at` MongoDB's clock was `ahead` of the monotonic one, give or take `half`. */
interface Measured {
  ahead: number;
  half: number;
  at: number;
  /** How much the process's clock was ahead of the monotonic one. */
  processAhead: number;
}

/** `byMs`: how far MongoDB's clock went beyond what has passed; below 0 where it was set back. */
type SetListener = (byMs: number) => void;

/** More than this, of uncertainty or of difference, and a gateway is not ready. */
const toleranceMs = 1_000;
const answerMs = 1_000;
/** Crystals differ by less than 200 parts in a million; twice that and more, for hot and virtual machines. */
const driftPerMs = 0.0005;

const secondsOf = (ms: number) => (Math.abs(ms) / 1_000).toFixed(1);

const complaintOf = (uncertainty: number, skew: number): string | null => {
  if (uncertainty === Number.POSITIVE_INFINITY) return "MongoDB's clock is not known here";
  if (uncertainty > toleranceMs) return `MongoDB's clock is known here only to ${secondsOf(uncertainty)} s`;
  if (Math.abs(skew) <= toleranceMs) return null;
  const way = skew > 0 ? "ahead of" : "behind";
  return `this computer's clock is ${secondsOf(skew)} s ${way} MongoDB's: set both by NTP`;
};

/**
 * MongoDB's clock as this process knows it (Cristian's algorithm): what the database answers is as old as the round
 * trip at most, and is counted on with the monotonic clock. The narrowest answer is kept until drift has made a newer
 * one narrower; one that contradicts it (a clock that was set, another primary) replaces it.
 */
export const createDatabaseClock = (parts: Parts) => {
  const { readTime, processClock, log, monotonicMs = () => performance.now(), everyMs = 2_000 } = parts;
  const listeners: SetListener[] = [];
  let known: Measured | null = null;
  let timer: NodeJS.Timeout | undefined;
  let said: string | null = null;

  const halfNow = ({ half, at }: Measured) => half + driftPerMs * (monotonicMs() - at);
  const processAhead = () => processClock.now() - monotonicMs();
  /** The monotonic clock stands still while a computer sleeps; the process's clock shows that, and that it was set. */
  const hasJumped = (one: Measured) => Math.abs(processAhead() - one.processAhead) > toleranceMs;
  const uncertaintyMs = (): number => (known && !hasJumped(known) ? halfNow(known) : Number.POSITIVE_INFINITY);
  const reckoned = (): number => {
    if (!known) throw new Error("the database's clock was not asked yet");
    return monotonicMs() + known.ahead;
  };
  /** How much this process's clock is ahead of the database's. */
  const skewMs = (): number => (known ? processClock.now() - reckoned() : 0);

  const complaint = (): string | null => complaintOf(uncertaintyMs(), skewMs());

  const take = (fresh: Measured): void => {
    const before = known;
    const isTrusted = before !== null && !hasJumped(before);
    const contradicts = before !== null && Math.abs(fresh.ahead - before.ahead) > fresh.half + halfNow(before);
    if (!before || !isTrusted || contradicts || fresh.half <= halfNow(before)) known = fresh;
    if (before && (contradicts || !isTrusted)) for (const listener of listeners) listener(fresh.ahead - before.ahead);
    const says = complaint();
    if (says && !said) log.warn(`not ready: ${says}`);
    if (!says && said) log.info("this computer's clock and MongoDB's agree again");
    said = says;
  };
  const { run: measure } = createOneRun(async (): Promise<void> => {
    const began = monotonicMs();
    const answer = await within(answerMs, "MongoDB's clock", readTime());
    const ended = monotonicMs();
    // It was read somewhere in between, and cut off to whole milliseconds.
    const ahead = answer + 0.5 - (began + ended) / 2;
    take({ ahead, half: (ended - began + 1) / 2, at: ended, processAhead: processAhead() });
  });

  return {
    /** In whole milliseconds, as the database's own. */
    now: (): number => Math.round(reckoned()),
    uncertaintyMs,
    skewMs,
    /** Why a gateway must not serve with its clocks as they are; null where they are in order. */
    complaint,
    /**
     * The latest moment that MongoDB's clock may show now: a process that uses it is never behind. Rejects where that
     * cannot be known to a second.
     */
    latest: async (): Promise<number> => {
      if (uncertaintyMs() > toleranceMs) await measure();
      const uncertainty = uncertaintyMs();
      if (uncertainty > toleranceMs) throw new Error("the time is not known well enough to be used");
      return Math.ceil(reckoned() + uncertainty);
    },
    /** Called when times given before may have been wrong. */
    onSet: (listener: SetListener): void => {
      listeners.push(listener);
    },
    measure,
    /** Resolves once the time is known; goes on measuring. */
    start: async (): Promise<void> => {
      await measure();
      timer = setInterval(() => void measure().catch(() => undefined), everyMs);
    },
    stop: (): void => clearInterval(timer),
  };
};
export type DatabaseClock = ReturnType<typeof createDatabaseClock>;

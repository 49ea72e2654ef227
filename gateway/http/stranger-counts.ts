import type { Logger } from "#shared/runtime/logger.ts";
import type { Limits } from "../limits.ts";
import type { Metrics } from "./metrics.ts";

interface Count {
  address: string;
  reason: string;
  times: number;
}

/** Counts what those cause who show no credentials. */
export interface Strangers {
  /** `address` as addresses are counted (`addressName`), `reason` one of our own words. */
  note(address: string, reason: string): void;
  /** True once between two lines: what must be said at length is said once. */
  isFirst(what: string): boolean;
}

const most = (counts: Iterable<Count>, many: number): Count[] =>
  [...counts].sort((a, b) => b.times - a.times).slice(0, many);

/**
 * What strangers cause is counted by address and reason and said in one line a minute, however much it is: any client
 * of a port could else fill the disk. The loudest are named; of the others there is one count for each reason. Memory
 * has a bound: when there are too many, the quiet half is forgotten into the others.
 */
export const createStrangers = ({
  log,
  metrics,
  limits: { strangersSaid: limits },
}: {
  log: Logger;
  metrics: Pick<Metrics, "strangers">;
  limits: Pick<Limits, "strangersSaid">;
}) => {
  let counts = new Map<string, Count>();
  let others = new Map<string, number>();

  const keep = (kept: Count[]) => {
    const names = new Set(kept);
    for (const [name, count] of counts) {
      if (names.has(count)) continue;
      counts.delete(name);
      others.set(count.reason, (others.get(count.reason) ?? 0) + count.times);
    }
  };

  const said = new Set<string>();
  const say = () => {
    said.clear();
    if (counts.size === 0) return;
    const named = most(counts.values(), limits.named);
    keep(named);
    log.info(
      { strangers: named, others: Object.fromEntries(others) },
      "refused or ended calls and connections of strangers since the last such line",
    );
    counts = new Map();
    others = new Map();
  };
  const timer = setInterval(say, limits.everyMs);
  timer.unref();

  return {
    note: (address: string, reason: string): void => {
      metrics.strangers.inc({ reason });
      const name = `${reason} ${address}`;
      const count = counts.get(name);
      if (count) {
        count.times += 1;
        return;
      }
      if (counts.size >= limits.kept) keep(most(counts.values(), Math.floor(limits.kept / 2)));
      counts.set(name, { address, reason, times: 1 });
    },
    isFirst: (what: string): boolean => {
      if (said.has(what)) return false;
      said.add(what);
      return true;
    },
    /** Says what was not said yet. */
    stop: (): void => {
      clearInterval(timer);
      say();
    },
  };
};

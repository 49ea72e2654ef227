interface Queued<T> {
  unit: string;
  item: T;
  weight: number;
  /** Where it begins and ends on the scale of the work that was given out: the earliest end is next. */
  start: number;
  finish: number;
}

interface Line<T> {
  items: Queued<T>[];
  /** Where the unit's next job begins at the earliest. */
  finish: number;
  isBusy: boolean;
}

const linesToLookThrough = 1_000;

/**
 * Jobs of many units, in an order that is fair (start-time fair queueing): each unit's jobs stay in their order, and of
 * the units the one is next whose job would be done first if all were served at once and alike. A single lock passes
 * two thousand full reports; a unit that asks for ever more waits for itself alone.
 */
export const createFairQueue = <T>() => {
  const lines = new Map<string, Line<T>>();
  /** The first jobs of lines, the next one last. Who was overtaken by events is passed over when its turn comes. */
  const heads: Queued<T>[] = [];
  let served = 0;
  let waiting = 0;
  let busy = 0;
  let lookThroughAt = linesToLookThrough;

  const lineUp = (line: Line<T>) => {
    const [head] = line.items;
    if (!head) return;
    let [low, high] = [0, heads.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((heads[middle]?.finish ?? 0) > head.finish) low = middle + 1;
      else high = middle;
    }
    // Before its equals: of those the first to come is the first to go.
    heads.splice(low, 0, head);
  };
  const next = (taking?: ReadonlySet<string>): Queued<T> | null => {
    for (let head = heads.at(-1); head; head = heads.at(-1)) {
      const line = lines.get(head.unit);
      if (line?.items[0] === head && (!line.isBusy || taking?.has(head.unit))) return head;
      heads.pop();
    }
    return null;
  };
  const drop = (queued: Queued<T>[]): T[] => {
    waiting -= queued.length;
    return queued.map(({ item }) => item);
  };
  /** Who has caught up is forgotten; with nobody waiting or served the scale begins anew. */
  const tidy = () => {
    if (waiting === 0 && busy === 0) {
      lines.clear();
      heads.length = 0;
    }
    if (lines.size < lookThroughAt) return;
    for (const [unit, { items, finish, isBusy }] of lines)
      if (items.length === 0 && !isBusy && finish <= served) lines.delete(unit);
    lookThroughAt = Math.max(linesToLookThrough, lines.size * 2);
  };

  return {
    /** Jobs that wait. */
    size: (): number => waiting,
    add: (unit: string, weight: number, item: T): void => {
      const line = lines.get(unit) ?? { items: [], finish: served, isBusy: false };
      lines.set(unit, line);
      const start = Math.max(served, line.finish);
      line.finish = start + weight;
      waiting += 1;
      if (line.items.push({ unit, item, weight, start, finish: line.finish }) === 1) lineUp(line);
    },
    /** Something waits whose unit has nothing under way. */
    hasReady: (): boolean => next() !== null,
    /** What is next, up to so much together but one job at least; its units are busy until they are released. */
    takeGroup: (maxWeight: number): { unit: string; item: T }[] => {
      const taken: { unit: string; item: T }[] = [];
      const taking = new Set<string>();
      let room = maxWeight;
      for (let head = next(taking); head && (head.weight <= room || taken.length === 0); head = next(taking)) {
        const { unit, item, weight, start } = head;
        const line = lines.get(unit);
        if (!line) break;
        heads.pop();
        line.items.shift();
        if (!line.isBusy) busy += 1;
        line.isBusy = true;
        taking.add(unit);
        waiting -= 1;
        room -= weight;
        served = Math.max(served, start);
        taken.push({ unit, item });
        lineUp(line);
      }
      return taken;
    },
    release: (units: Iterable<string>): void => {
      for (const unit of units) {
        const line = lines.get(unit);
        if (!line?.isBusy) continue;
        line.isBusy = false;
        busy -= 1;
        lineUp(line);
      }
      tidy();
    },
    /** Takes away what waits of this unit. */
    takeOf: (unit: string): T[] => drop(lines.get(unit)?.items.splice(0) ?? []),
    takeAll: (): T[] => [...lines.values()].flatMap(({ items }) => drop(items.splice(0))),
  };
};

interface Queued<T> {
  item: T;
  weight: number;
  /** Where it begins and ends on the scale of the work that was given out: the earliest end is next. */
  start: number;
  finish: number;
}

/** The jobs of one unit. */
export interface Line<T> {
  items: Queued<T>[];
  /** Where the unit's next job begins at the earliest. */
  finish: number;
  isBusy: boolean;
}

const linesToLookThrough = 1_000;
const finishOf = <T>(line: Line<T> | undefined): number => line?.items[0]?.finish ?? 0;

/** The place of a line among those from `from` on, the next one first. Of equals the first to come is the first to go. */
const placeOf = <T>(ready: Line<T>[], line: Line<T>, from: number): number => {
  let [low, high] = [from, ready.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (finishOf(ready[middle]) > finishOf(line)) high = middle;
    else low = middle + 1;
  }
  return low;
};

const lineUp = <T>(ready: Line<T>[], line: Line<T>, from = 0) => {
  if (line.items.length > 0) ready.splice(placeOf(ready, line, from), 0, line);
};

/**
 * Jobs of many units, in an order that is fair (start-time fair queueing): each unit's jobs stay in their order, and of
 * the units the one is next whose job would be done first if all were served at once and alike. A single lock passes
 * two thousand full reports; a unit with endless jobs delays only itself.
 */
export const createFairQueue = <T>() => {
  const lines = new Map<string, Line<T>>();
  /** Lines with a job and nothing under way, the next one first. */
  let ready: Line<T>[] = [];
  let served = 0;
  let waiting = 0;
  let busy = 0;
  let lookThroughAt = linesToLookThrough;

  const takeOf = (line: Line<T>): T[] => {
    waiting -= line.items.length;
    return line.items.splice(0).map(({ item }) => item);
  };
  /** A unit that has caught up is forgotten; with nobody waiting or served the scale begins anew. */
  const tidy = () => {
    if (waiting === 0 && busy === 0) lines.clear();
    if (lines.size < lookThroughAt) return;
    for (const [unit, { items, finish, isBusy }] of lines)
      if (items.length === 0 && !isBusy && finish <= served) lines.delete(unit);
    lookThroughAt = Math.max(linesToLookThrough, lines.size * 2);
  };
  /** A new unit begins behind those that wait already: new ones without end would else keep them waiting for ever. */
  const lineOf = (unit: string | null, weight: number): Line<T> => {
    const known = unit === null ? undefined : lines.get(unit);
    const line = known ?? { items: [], finish: served + weight, isBusy: false };
    if (unit !== null && !known) lines.set(unit, line);
    return line;
  };

  return {
    /** Jobs that wait. */
    size: (): number => waiting,
    /** Null is a unit of this job alone. */
    add: (unit: string | null, weight: number, item: T): void => {
      const line = lineOf(unit, weight);
      const start = Math.max(served, line.finish);
      line.finish = start + weight;
      waiting += 1;
      if (line.items.push({ item, weight, start, finish: line.finish }) === 1 && !line.isBusy) lineUp(ready, line);
    },
    /** Something waits whose unit has nothing under way. */
    hasReady: (): boolean => ready.length > 0,
    /** What is next, up to so much together but one job at least; its lines are busy until they are released. */
    takeGroup: (maxWeight: number): { line: Line<T>; item: T }[] => {
      const taken: { line: Line<T>; item: T }[] = [];
      let room = maxWeight;
      for (let line = ready[0]; line; line = ready[taken.length]) {
        const [head] = line.items;
        if (!head || (head.weight > room && taken.length > 0)) break;
        line.items.shift();
        room -= head.weight;
        served = Math.max(served, head.start);
        taken.push({ line, item: head.item });
        lineUp(ready, line, taken.length);
      }
      ready.splice(0, taken.length);
      const group = new Set(taken.map(({ line }) => line));
      for (const line of group) line.isBusy = true;
      for (const line of group) if (line.items.length > 0) ready.splice(ready.indexOf(line), 1);
      waiting -= taken.length;
      busy += group.size;
      return taken;
    },
    release: (group: Iterable<Line<T>>): void => {
      for (const line of group) {
        if (!line.isBusy) continue;
        line.isBusy = false;
        busy -= 1;
        lineUp(ready, line);
      }
      tidy();
    },
    /** Takes away what waits in a busy line. */
    takeOf,
    takeAll: (): T[] => {
      const all = new Set([...ready, ...lines.values()]);
      ready = [];
      return [...all].flatMap(takeOf);
    },
  };
};

import { createRandom, type Random } from "../../simulator/random.ts";

interface Entry {
  at: number;
  nth: number;
  act: () => void;
}
const isBefore = (one: Entry, other: Entry) => one.at < other.at || (one.at === other.at && one.nth < other.nth);

/** Simulated time in milliseconds: what is due is done in its order, and nothing waits. */
export const createAgenda = (seed: string, from: number) => {
  const random: Random = createRandom(seed);
  const heap: Entry[] = [];
  let now = from;
  let count = 0;

  const at = (moment: number, act: () => void): void => {
    const entry = { at: Math.max(now, moment), nth: count++, act };
    let place = heap.length;
    for (let parent = (place - 1) >> 1; place > 0; parent = (place - 1) >> 1) {
      const above = heap[parent] as Entry;
      if (!isBefore(entry, above)) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = entry;
  };
  const next = (): Entry | undefined => {
    const first = heap[0];
    const last = heap.pop();
    if (!last || heap.length === 0) return first;
    let place = 0;
    for (let child = 1; child < heap.length; child = 2 * place + 1) {
      const [left, right] = [heap[child] as Entry, heap[child + 1]];
      const smaller = right && isBefore(right, left) ? right : left;
      if (!isBefore(smaller, last)) break;
      heap[place] = smaller;
      place = smaller === left ? child : child + 1;
    }
    heap[place] = last;
    return first;
  };

  return {
    random,
    now: () => now,
    at,
    after: (ms: number, act: () => void): void => at(now + ms, act),
    /** Until this moment. */
    run: (until: number): void => {
      while ((heap[0]?.at ?? Number.POSITIVE_INFINITY) <= until) {
        const entry = next();
        now = entry?.at ?? now;
        entry?.act();
      }
      now = until;
    },
    /** How many things were done. */
    count: () => count - heap.length,
  };
};
export type Agenda = ReturnType<typeof createAgenda>;

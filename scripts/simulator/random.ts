/** Numbers that look drawn and are the same for the same seed, on every machine and in every run. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  between(min: number, max: number): number;
  /** Both ends included. */
  whole(min: number, max: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Waiting times of events that happen on average once per `mean`. */
  exponential(mean: number): number;
  /** Lower-case letters and digits. */
  word(length: number): string;
  /**
   * A generator of its own for one purpose. What is drawn from it does not move the numbers of any other, so that
   * the order in which things happen to happen does not change who is what.
   */
  fork(purpose: string | number): Random;
}

const letters = "abcdefghijkmnpqrstuvwxyz23456789";

/** Turns any text into 32 well-mixed bits (cyrb53's mixing). */
const hash = (text: string): number => {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  return high >>> 0;
};

/** Mulberry32: 32 bits of state, good enough to decide which door jams. */
export const createRandom = (seed: string | number): Random => {
  let state = hash(String(seed));
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error("there is nothing to pick from");
    return list[whole(0, list.length - 1)] as T;
  };
  return {
    next,
    between: (min, max) => min + next() * (max - min),
    whole,
    chance: (share) => next() < share,
    pick,
    exponential: (mean) => -Math.log(1 - next()) * mean,
    word: (length) => Array.from({ length }, () => letters[whole(0, letters.length - 1)]).join(""),
    fork: (purpose) => createRandom(`${seed}/${purpose}`),
  };
};

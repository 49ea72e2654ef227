import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

type Make<T> = () => T | Promise<T>;
type End<T> = (made: T) => unknown;

const stopIt = (made: object): unknown => (made as { stop?: () => unknown }).stop?.();

/**
 * One object for all that is made: it has the properties of what was made last, and none before. They are copied, so
 * what `make` gives is a plain object: no getters, no methods of a class.
 */
const standingFor = <T extends object>(make: Make<T>, end: End<T>) => {
  const made = {} as T;
  let isMade = false;
  return {
    made,
    begin: async (): Promise<void> => {
      for (const key of Object.keys(made)) Reflect.deleteProperty(made, key);
      Object.assign(made, await make());
      isMade = true;
    },
    finish: async (): Promise<void> => {
      if (isMade) await end(made);
      isMade = false;
    },
  };
};

/**
 * What the tests of a file share: made before the first of them and ended after the last, by its `stop` where nothing
 * else is said. What is set up later may use it, and is ended before it.
 */
export const setUp = <T extends object>(make: Make<T>, end: End<T> = stopIt): T => {
  const { made, begin, finish } = standingFor(make, end);
  beforeAll(begin);
  afterAll(finish);
  return made;
};

/** The same for each test anew. */
export const setUpEach = <T extends object>(make: Make<T>, end: End<T> = stopIt): T => {
  const { made, begin, finish } = standingFor(make, end);
  beforeEach(begin);
  afterEach(finish);
  return made;
};

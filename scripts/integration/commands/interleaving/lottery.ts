import type { Collections } from "#shared/runtime/collections.ts";
import type { Random } from "../../../simulator/random.ts";

type Work<T> = () => Promise<T>;
type Method = (...given: unknown[]) => unknown;

/** At most this many calls of the store are under way at a time. */
const width = 6;
/** Some draws wait a moment, so that times run out in the middle of things. */
const waits = { share: 0.05, maxMs: 40 };

class Killed extends Error {}

/** Calls of the store wait here, and lots decide which goes next. */
export const createLottery = (random: Random) => {
  const waiting: Work<void>[] = [];
  let busy = 0;

  const draw = async () => {
    busy += 1;
    while (waiting.length > 0) {
      // Callers that are about to draw take part.
      await new Promise((resolve) => setImmediate(resolve));
      if (random.chance(waits.share))
        await new Promise((resolve) => setTimeout(resolve, random.between(1, waits.maxMs)));
      const [drawn] = waiting.splice(random.whole(0, Math.max(0, waiting.length - 1)), 1);
      await drawn?.();
    }
    busy -= 1;
  };

  return {
    /** `deaths`: how often the caller is killed instead, before the call or before its answer. */
    pass: <T>(work: Work<T>, deaths: number): Promise<T> =>
      new Promise((resolve, reject) => {
        waiting.push(async () => {
          const dies = random.chance(deaths);
          if (dies && random.chance(0.5)) return reject(new Killed());
          await work().then((answer) => (dies ? reject(new Killed()) : resolve(answer)), reject);
        });
        if (busy < width) void draw();
      }),
  };
};
type Lottery = ReturnType<typeof createLottery>;

const reading = new Set(["find", "aggregate"]);
const fetching = new Set(["toArray", "next"]);
const calling = new Set(["findOne", "findOneAndUpdate", "insertOne", "updateOne", "updateMany", "bulkWrite"]);

/** The same collections, whose every call draws a lot; `deaths` is called each time. */
export const inLots = (collections: Collections, lottery: Lottery, deaths: () => number): Collections => {
  const drawn =
    (target: object, method: Method): Method =>
    (...given) =>
      lottery.pass(async () => method.apply(target, given), deaths());

  const cursor = (target: object): object =>
    new Proxy(target, {
      get: (of, name) => {
        const value: unknown = Reflect.get(of, name, of);
        if (typeof value !== "function") return value;
        if (fetching.has(String(name))) return drawn(of, value as Method);
        return (...given: unknown[]) => {
          const answer: unknown = (value as Method).apply(of, given);
          return answer === of ? cursor(of) : answer;
        };
      },
    });

  const collection = (target: object): object =>
    new Proxy(target, {
      get: (of, name) => {
        const value: unknown = Reflect.get(of, name, of);
        if (typeof value !== "function") return value;
        if (calling.has(String(name))) return drawn(of, value as Method);
        if (!reading.has(String(name))) return value.bind(of);
        return (...given: unknown[]) => cursor((value as Method).apply(of, given) as object);
      },
    });

  return Object.fromEntries(
    Object.entries(collections).map(([name, one]) => [name, collection(one)]),
  ) as unknown as Collections;
};

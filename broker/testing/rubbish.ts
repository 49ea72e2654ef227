import { upTopics } from "#shared/events/machine-topics.ts";
import { type RawUnit, until } from "./raw-unit.ts";

/** The same rubbish in every run: a small generator from a seed. */
export const createRandom = (seed: number) => {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(from: readonly T[]): T => {
    const found = from.slice(below(from.length))[0];
    if (found === undefined) throw new Error("nothing to pick from");
    return found;
  };
  return { below, pick };
};
export type Random = ReturnType<typeof createRandom>;

export const randomBytes = (random: Random, max: number) =>
  Buffer.from(Array.from({ length: random.below(max) }, () => random.below(256)));

const oddValues = [
  null,
  true,
  -1,
  0,
  1e308,
  "",
  "$where",
  "../..",
  [],
  {},
  { $gt: "" },
  "\u0000",
  "🥤",
  [[[]]],
] as const;
const fields = ["strength", "version", "uptime", "at", "containers", "full", "boot", "seq", "commandId", "$set", "_id"];
const oddObject = (random: Random) =>
  Object.fromEntries(Array.from({ length: random.below(8) }, () => [random.pick(fields), random.pick(oddValues)]));

/** Bytes, half JSON, deep JSON, and JSON that nobody means. */
const oddPayload = (random: Random): Buffer | string =>
  random.pick<() => Buffer | string>([
    () => randomBytes(random, 200),
    () => JSON.stringify(oddObject(random)),
    () => JSON.stringify(random.pick(oddValues)),
    () => "[".repeat(random.below(5_000)),
    () => JSON.stringify(oddObject(random)).slice(0, -1),
  ])();

const names = [...Object.keys(upTopics), "unknown", "constructor", "__proto__", "a/b", ""];

/** Hardly one of the unit's own that fits; one in a hundred is somebody else's. */
const oddTopic = (random: Random, serialNumber: string): { topic: string; isForeign: boolean } => {
  const isForeign = random.below(100) === 0;
  // Wildcards cannot even be written by the generator of packets.
  const foreign = () => `x${randomBytes(random, 60).toString("latin1").replaceAll(/[#+]/g, "")}`;
  return { topic: isForeign ? foreign() : `vm/v1/${serialNumber}/up/${random.pick(names)}`, isForeign };
};

/** Says `count` things that mean nothing, connecting again whenever it is thrown out; waits until all are dropped. */
export const sendRubbish = async (order: {
  random: Random;
  count: number;
  serialNumber: string;
  connect: () => Promise<RawUnit>;
  dropped: () => number | Promise<number>;
}): Promise<void> => {
  const { random, count, serialNumber, connect, dropped } = order;
  let unit: RawUnit | undefined;
  for (let sent = 1; sent <= count; sent += 1) {
    unit ??= await connect();
    const { topic, isForeign } = oddTopic(random, serialNumber);
    unit.publish(topic, oddPayload(random), random.below(3) === 0 ? 0 : 1, (sent % 65_000) + 1);
    if (isForeign) {
      await unit.closed();
      unit = undefined;
    } else if (sent % 500 === 0) await until("what was sent is dropped", async () => (await dropped()) === sent);
  }
  await until("all of it is dropped", async () => (await dropped()) === count);
  unit?.leave();
};

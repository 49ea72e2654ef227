import { pause } from "../../../simulator/pause.ts";
import type { Random } from "../../../simulator/random.ts";
import type { Killable } from "./killable-servers.ts";

/** Between two troubles, and how long one lasts, at random. */
const everyMs = [300, 3_000] as const;
const lastsMs = [200, 5_000] as const;

/**
 * Kills (-9) or freezes one of these after another, and brings it back, until `stop`, which resolves when everything
 * runs again. Of those that are named twice more is seen.
 */
export const makeTrouble = (random: Random, things: readonly Killable[]) => {
  const done = new Map<string, number>();
  let going = true;
  const trouble = async (): Promise<void> => {
    const thing = random.pick(things);
    const isKilled = random.chance(0.6);
    const forMs = random.between(...lastsMs);
    const word = `${thing.name} ${isKilled ? "killed" : "frozen"}`;
    done.set(word, (done.get(word) ?? 0) + 1);
    await (isKilled ? thing.kill() : thing.freeze());
    await pause(forMs);
    await (isKilled ? thing.start() : thing.thaw());
  };
  const life = (async () => {
    while (going) {
      await pause(random.between(...everyMs));
      await trouble();
    }
  })();
  // Whoever waits for the end hears of it.
  life.catch(() => undefined);
  return {
    stop: async (): Promise<ReadonlyMap<string, number>> => {
      going = false;
      await life;
      return done;
    },
  };
};

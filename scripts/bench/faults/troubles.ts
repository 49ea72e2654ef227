import { pause } from "../../simulator/pause.ts";
import type { Random } from "../../simulator/random.ts";
import type { Killable } from "../own-servers.ts";

/** Kills or freezes one of these after another for a while, and brings it back, until `signal`; answers what it did. */
export const makeTrouble = async (random: Random, things: readonly Killable[], signal: AbortSignal) => {
  const done: string[] = [];
  while (await pause(random.between(300, 3_000), signal)) {
    const thing = random.pick(things);
    const isKilled = random.chance(0.6);
    await (isKilled ? thing.kill() : thing.freeze());
    await pause(random.between(200, 5_000));
    await (isKilled ? thing.start() : thing.thaw());
    done.push(`${thing.name} ${isKilled ? "killed" : "frozen"}`);
  }
  return done;
};

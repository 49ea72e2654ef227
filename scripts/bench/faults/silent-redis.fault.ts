import { pause } from "../../simulator/pause.ts";
import { atMost, type Fault, type Figure } from "./fault.ts";
import { allSilent, withSilentHouse } from "./silent-house.ts";

const againWithin = 10;
const limit = 60;
const cases = { "every connection": "", "subscribers alone": "subscribe", "blocked workers alone": "bzpopmin" };

export const fault: Fault = {
  promise: "Connections to Redis that stand and answer nothing are replaced: commands go again within 10 s",
  run: (say) =>
    withSilentHouse(say, async (house) => {
      const figures: Figure[] = [];
      const { redis, untilCommanded } = house;
      say(`healthy: ${(await untilCommanded(limit)).toFixed(1)} s`);
      for (const [which, whichSaid] of Object.entries(cases)) {
        say(`${which}: ${redis.silence({ whichSaid })} fall silent`);
        figures.push(atMost(`${which}: until a command arrives`, await untilCommanded(limit), againWithin, "s"));
        redis.speak();
        await pause(15_000);
      }
      figures.push(...(await allSilent(redis, house, { within: againWithin, limit })));
      return figures;
    }),
};

import { pause } from "../../scripts/simulator/pause.ts";
import { atMost, exactly, type Fault, type Figure } from "./fault.ts";
import { withSilentHouse } from "./silent-house.ts";

const againWithin = 10;
const limit = 60;
const cases = { "every connection": "", "subscribers alone": "subscribe", "blocked workers alone": "bzpopmin" };

export const fault: Fault = {
  promise: "Connections to Redis that stand and answer nothing are replaced: commands go again within 10 s",
  run: async (say) => {
    const figures: Figure[] = [];
    await withSilentHouse(say, async ({ redis, untilCommanded, openedTwice, isReady }) => {
      say(`healthy: ${(await untilCommanded(limit)).toFixed(1)} s`);
      for (const [which, whichSaid] of Object.entries(cases)) {
        say(`${which}: ${redis.silence({ whichSaid })} fall silent`);
        figures.push(atMost(`${which}: until a command arrives`, await untilCommanded(limit), againWithin, "s"));
        redis.speak();
        await pause(15_000);
      }
      redis.silence({ newOnes: true });
      await pause(5_000);
      figures.push(exactly("everything silent, new ones too: ready (0 is no)", Number(await isReady()), 0));
      await pause(10_000);
      redis.speak();
      figures.push(
        atMost("after 15 s of that, until a command arrives", await untilCommanded(limit), againWithin, "s"),
      );
      figures.push(exactly("commands that arrived twice", openedTwice(), 0));
    });
    return figures;
  },
};

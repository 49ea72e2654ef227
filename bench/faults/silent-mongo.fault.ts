import { pause } from "../../scripts/simulator/pause.ts";
import { atMost, exactly, type Fault, type Figure } from "./fault.ts";
import { withSilentHouse } from "./silent-house.ts";

const againWithin = 10;
const limit = 60;

export const fault: Fault = {
  promise: "Connections to MongoDB that stand and answer nothing are replaced: commands go again within 10 s",
  run: async (say) => {
    const figures: Figure[] = [];
    await withSilentHouse(say, async ({ mongo, untilCommanded, openedTwice, isReady }) => {
      say(`healthy: ${(await untilCommanded(limit)).toFixed(1)} s`);
      say(`${mongo.silence()} connections fall silent`);
      figures.push(atMost("every connection: until a command arrives", await untilCommanded(limit), againWithin, "s"));
      mongo.speak();
      await pause(10_000);
      mongo.silence({ newOnes: true });
      await pause(5_000);
      figures.push(exactly("everything silent, new ones too: ready (0 is no)", Number(await isReady()), 0));
      await pause(10_000);
      mongo.speak();
      figures.push(
        atMost("after 15 s of that, until a command arrives", await untilCommanded(limit), againWithin, "s"),
      );
      figures.push(exactly("commands that arrived twice", openedTwice(), 0));
    });
    return figures;
  },
};

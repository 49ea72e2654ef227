import { pause } from "../../simulator/pause.ts";
import { atMost, type Fault, type Figure } from "./fault.ts";
import { allSilent, withSilentHouse } from "./silent-house.ts";

const againWithin = 10;
const limit = 60;

export const fault: Fault = {
  promise: "Connections to MongoDB that stand and answer nothing are replaced: commands go again within 10 s",
  run: (say) =>
    withSilentHouse(say, async (house) => {
      const figures: Figure[] = [];
      const { mongo, untilCommanded } = house;
      say(`healthy: ${(await untilCommanded(limit)).toFixed(1)} s`);
      say(`${mongo.silence()} connections fall silent`);
      figures.push(atMost("every connection: until a command arrives", await untilCommanded(limit), againWithin, "s"));
      mongo.speak();
      await pause(10_000);
      figures.push(...(await allSilent(mongo, house, { within: againWithin, limit })));
      return figures;
    }),
};

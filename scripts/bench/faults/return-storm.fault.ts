import { pause } from "../../simulator/pause.ts";
import { createHistogram } from "../measure.ts";
import { atMost, exactly, type Fault } from "./fault.ts";
import { withMachineHouse } from "./machine-house.ts";

const returning = 2_000;
const uninvolved = 20;
const locks = Array.from({ length: 50 }, (_, i): [number, boolean] => [i + 1, i % 7 !== 0]);
const sayEveryMs = 100;
const longestMs = 60_000;

export const fault: Fault = {
  promise: "A network that returns within one second costs no uninvolved unit its connection",
  run: (say) =>
    withMachineHouse(returning + uninvolved, say, async (house) => {
      const [others, storm] = [house.units.slice(0, uninvolved), house.units.slice(uninvolved)];
      await Promise.all(others.map((unit) => unit.connect(house.mqttPorts)));
      const quiet = createHistogram();
      const meanwhile = createHistogram();
      let times = quiet;
      let isOver = false;
      const talking = others.map(async (unit) => {
        for (let turn = 0; !isOver; turn += 1) {
          times.add(await unit.locks([[1, turn % 2 === 0]]));
          await pause(sayEveryMs * (0.5 + Math.random()));
        }
      });
      await pause(3_000);
      times = meanwhile;
      say(`${uninvolved} units talk, p95 of their PUBACK ${quiet.quantile(0.95)} ms; ${returning} units return`);

      const began = performance.now();
      let [connected, acknowledged] = [0, 0];
      const returned = storm.map(async (unit, i) => {
        await pause((i * 1_000) / returning);
        await unit.connect(house.mqttPorts);
        connected += 1;
        await unit.locks(locks, true);
        acknowledged += 1;
        return performance.now() - began;
      });
      const progress = setInterval(() => say(`${connected} are connected, ${acknowledged} acknowledged`), 5_000);
      const stored = await Promise.race([Promise.all(returned), pause(longestMs).then(() => null)]);
      isOver = true;
      clearInterval(progress);
      const tookMs = stored ? Math.max(...stored) : longestMs;
      await Promise.race([Promise.all(talking), pause(10_000)]);
      const doors = await house.mongo.collections.doors.countDocuments({ channel: { $lte: locks.length } });
      const lost = (units: typeof storm) => units.reduce((sum, unit) => sum + unit.lost(), 0);
      return [
        exactly("connections of uninvolved units that were lost", lost(others), 0),
        atMost("connections of returning units that were lost", lost(storm), 0, ""),
        atMost("until all locks are stored and acknowledged", tookMs / 1_000, 15, "s"),
        exactly("locks that are not stored", returning * locks.length + uninvolved - doors, 0),
        atMost("PUBACK of uninvolved units meanwhile, p95", meanwhile.quantile(0.95), 1_000, "ms"),
        atMost("PUBACK of uninvolved units meanwhile, longest", meanwhile.longest(), 2_000, "ms"),
      ];
    }),
};

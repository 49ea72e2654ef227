import { pause } from "../../simulator/pause.ts";
import { createHistogram } from "../measure.ts";
import { atMost, exactly, type Fault } from "./fault.ts";
import { withMachineHouse } from "./machine-house.ts";

const rattling = 4;
const uninvolved = 20;
const forMs = 15_000;
const state = (turn: number) => Array.from({ length: 999 }, (_, i): [number, boolean] => [i + 1, turn % 2 === 0]);

export const fault: Fault = {
  promise: "Units whose locks rattle delay nobody and fill no history; the last state of each lock is right",
  run: (say) =>
    withMachineHouse(rattling + uninvolved, say, async (house) => {
      const [noisy, others] = [house.units.slice(0, rattling), house.units.slice(rattling)];
      const { doors, lockHistory } = house.mongo.collections;
      await Promise.all(house.units.map((unit) => unit.connect(house.mqttPorts)));
      const quiet = createHistogram();
      const meanwhile = createHistogram();
      let times = quiet;
      let isOver = false;
      const talking = others.map(async (unit) => {
        for (let turn = 0; !isOver; turn += 1) {
          times.add(await unit.locks([[(turn % 40) + 1, Math.floor(turn / 40) % 2 === 0]]));
          await pause(100 + Math.random() * 100);
        }
      });
      await pause(4_000);
      times = meanwhile;
      const ofNoisy = { "meta.unit": { $in: noisy.map(({ serialNumber }) => serialNumber) } };
      const until = Date.now() + forMs;
      const turns = await Promise.all(
        noisy.map(async (unit) => {
          let turn = 0;
          for (; Date.now() < until; turn += 1) await unit.locks(state(turn));
          // Whatever it said last: every lock is open.
          await unit.locks(state(1));
          return turn;
        }),
      );
      isOver = true;
      await Promise.all(talking);
      await pause(5_000);
      const rows = await lockHistory.countDocuments(ofNoisy);
      const serials = { serialNumber: { $in: noisy.map(({ serialNumber }) => serialNumber) } };
      const wrong = await doors.countDocuments({ ...serials, isLocked: true });
      const inWords = (of: typeof quiet) => `p50 ${of.quantile(0.5)} ms, p95 ${of.quantile(0.95)} ms`;
      say(`messages of the rattling units: ${turns.join(", ")}`);
      say(`PUBACK of others before: ${inWords(quiet)}`);
      say(`PUBACK of others meanwhile: ${inWords(meanwhile)}`);
      return [
        atMost("p95 of others' PUBACK above what it was", meanwhile.quantile(0.95) - quiet.quantile(0.95), 50, "ms"),
        atMost("rows of history that they wrote", rows, 50_000, ""),
        exactly("locks that do not stand as they were said last", wrong, 0),
        exactly(
          "connections of uninvolved units that were lost",
          others.reduce((sum, unit) => sum + unit.lost(), 0),
          0,
        ),
      ];
    }),
};

import { setTimeout as pause } from "node:timers/promises";
import { atMost, type Fault, type Figure } from "./fault.ts";
import { withFloodHouse } from "./flood-house.ts";
import { startFlood } from "./start-flood.ts";

const floodMs = 20_000;

export const fault: Fault = {
  promise: "strangers cannot fill the log: what they cause is said once a minute, by address and reason",
  run: (say) =>
    withFloodHouse(1, say, async (house) => {
      const figures: Figure[] = [];
      for (const [kind, port, connections, perSecond] of [
        ["subscribes", house.mqttPort, 20, 4_000],
        ["secrets", house.mqttPort, 1_000, 500],
        ["broken", house.mqttPort, 200, 1_000],
        ["requests", house.port, 100, 1_000],
      ] as const) {
        const before = house.lines();
        const flood = await startFlood({ kind, port, connections, perSecond });
        await pause(floodMs);
        const { said, opened } = await flood.ask("done");
        await flood.stop();
        await pause(500);
        const lines = house.lines() - before;
        say(`${kind}: ${said} said over ${opened} connections, ${lines} lines; the last: ${house.lastLines().at(-1)}`);
        figures.push(atMost(`${kind}: lines a second`, lines / (floodMs / 1_000), 1, ""));
      }
      return figures;
    }),
};

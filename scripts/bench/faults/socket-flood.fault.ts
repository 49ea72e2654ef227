import { join } from "node:path";
import { pause } from "../../simulator/pause.ts";
import { startChild } from "../child.ts";
import { createHistogram } from "../measure.ts";
import { atLeast, atMost, exactly, type Fault, type Figure } from "./fault.ts";
import { withMachineHouse } from "./machine-house.ts";

const units = 40;
const sayEveryMs = 100;
const floodMs = 10_000;
const answer = { commandId: "c".repeat(24), fact: "status", isLocked: true };

export const fault: Fault = {
  promise: "an operator whose sockets say as much as they can keeps no machine waiting",
  run: (say) =>
    withMachineHouse(units, say, async (house) => {
      await Promise.all(house.units.map((unit) => unit.connect(house.mqttPorts)));
      let times = createHistogram();
      let isOver = false;
      const talking = house.units.map(async (unit) => {
        for (let turn = 0; !isOver; turn += 1) {
          times.add(await unit.result({ ...answer, channel: 1 + (turn % 20) }));
          await pause(sayEveryMs * (0.5 + Math.random()));
        }
      });
      const measured = async (ms: number) => {
        times = createHistogram();
        const here = times;
        await pause(ms);
        return here;
      };
      await measured(2_000);
      const quiet = await measured(5_000);
      say(`before: PUBACK p99 ${quiet.quantile(0.99)} ms, longest ${quiet.longest()} ms`);
      const bound = Math.max(250, 5 * quiet.quantile(0.99));

      const figures: Figure[] = [];
      for (const [kind, sockets] of [
        ["joins", 1],
        ["joins", 60],
        ["large", 10],
      ] as const) {
        const token = await house.signIn();
        const spent = () => house.metric("cansole_process_cpu_seconds_total");
        const [busy, refused] = [await spent(), await house.metric("cansole_sockets_refused_total")];
        const order = JSON.stringify({ url: house.urls[0], token, sockets, kind });
        const child = await startChild(["--import", "tsx", join(import.meta.dirname, "socket-flooder.ts"), order], {});
        const meanwhile = await measured(floodMs);
        const { said, opened } = await child.ask("done");
        await child.stop();
        const share = ((await spent()) - busy) / (floodMs / 1_000);
        const what = `${kind} over ${sockets}`;
        say(
          `${what}: ${said} said over ${opened} connections in ${floodMs / 1_000} s, the gateway was busy for ${Math.round(100 * share)} %; PUBACK p99 ${meanwhile.quantile(0.99)} ms, longest ${meanwhile.longest()} ms`,
        );
        figures.push(atMost(`${what}: PUBACK of units meanwhile, p99`, meanwhile.quantile(0.99), bound, "ms"));
        // What is too large is refused by the WebSocket itself.
        const ended = (await house.metric("cansole_sockets_refused_total")) - refused;
        if (kind === "joins") figures.push(atLeast(`${what}: sockets that were ended or refused`, ended, 1));
        await pause(2_000);
      }
      isOver = true;
      await Promise.race([Promise.all(talking), pause(10_000)]);
      const lost = house.units.reduce((sum, unit) => sum + unit.lost(), 0);
      figures.push(exactly("connections of units that were lost", lost, 0));
      return figures;
    }),
};

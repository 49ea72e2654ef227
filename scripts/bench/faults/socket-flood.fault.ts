import { createHandUnit } from "../../integration/commands/hand-unit.ts";
import { pause } from "../../simulator/pause.ts";
import { atLeast, atMost, exactly, type Figure } from "../command-line.ts";
import { withInstallation } from "../installation.ts";
import { quantile } from "../measure.ts";
import { during, portOf } from "./floods.ts";
import type { Fault } from "./run.ts";

const sayEveryMs = 100;
const floods = [
  { kind: "joins", connections: 1 },
  { kind: "joins", connections: 60 },
  { kind: "large", connections: 10 },
] as const;

export const fault: Fault = {
  promise: "an operator whose sockets say as much as they can keeps no machine waiting",
  run: (say) =>
    withInstallation({ machines: 40, workers: [] }, say, async (installation) => {
      const { units: planted, mqttUrl, url, metric, addOperator } = installation;
      const units = planted.map(createHandUnit);
      await Promise.all(units.map((unit) => unit.connect(mqttUrl)));
      let lost = 0;
      for (const unit of units) void unit.ended().then(() => (lost += 1));
      let times: number[] = [];
      let isOver = false;
      const talking = units.map(async (unit) => {
        for (let turn = 0; !isOver; turn += 1) {
          const began = performance.now();
          await unit.say("c".repeat(24), 1 + (turn % 20), { fact: "status", isLocked: true });
          times.push(performance.now() - began);
          await pause(sayEveryMs * (0.5 + Math.random()));
        }
      });
      const pubacks = async (ms: number): Promise<number> => {
        times = [];
        await pause(ms);
        return quantile(times, 0.99);
      };
      await pubacks(2_000);
      const quiet = await pubacks(5_000);
      say(`before: PUBACK p99 ${quiet.toFixed(0)} ms`);
      const figures: Figure[] = [];
      for (const flood of floods) {
        const refused = await metric("cansole_sockets_refused_total");
        const order = { ...flood, port: portOf(url), token: await addOperator() };
        const { result, perSecond, share } = await during(installation, order, () => pubacks(10_000));
        const what = `${flood.kind} over ${flood.connections}`;
        say(`${what}: ${perSecond.toFixed(0)} a second, the gateway was busy for ${share.toFixed(0)} % of a core`);
        figures.push(atMost(`${what}: PUBACK of units meanwhile, p99`, result, Math.max(250, 5 * quiet), "ms"));
        // What is too large is refused by the WebSocket itself.
        const ended = (await metric("cansole_sockets_refused_total")) - refused;
        if (flood.kind === "joins") figures.push(atLeast(`${what}: sockets that were ended or refused`, ended, 1));
        await pause(2_000);
      }
      figures.push(exactly("connections of units that were lost", lost, 0));
      isOver = true;
      await Promise.race([Promise.all(talking), pause(10_000)]);
      await Promise.all(units.map((unit) => unit.end()));
      return figures;
    }),
};

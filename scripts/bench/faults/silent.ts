import { openContainers } from "#shared/control-units/control-unit.api.ts";
import { pause } from "../../simulator/pause.ts";
import { openSilentLine, type SilentLine } from "../../testing/silent-line.ts";
import { atMost, exactly, type Figure } from "../command-line.ts";
import { type Env, type Installation, openInstallation } from "../installation.ts";
import { startAutoUnits } from "../operators.ts";
import type { Fault } from "./run.ts";

const againWithinSeconds = 10;
const limitSeconds = 60;

/** One unit that answers, and an operator who commands it until a command has reached it. */
const startCommanding = async ({ units: planted, mqttUrl, operator }: Installation) => {
  const { units, stop } = await startAutoUnits(planted, () => mqttUrl, {});
  const [heard, vendingMachineId] = [units[0]?.heard ?? [], planted[0]?.plan.vendingMachineId ?? ""];
  return {
    seconds: async (): Promise<number> => {
      const [before, began] = [heard.length, performance.now()];
      const seconds = () => (performance.now() - began) / 1_000;
      while (heard.length === before && seconds() < limitSeconds) {
        const called = operator()
          .call(openContainers, { body: { vendingMachineId, containers: ["1"] } })
          .catch(() => undefined);
        await Promise.race([called, pause(500)]);
        await pause(500);
      }
      return seconds();
    },
    repeated: () => heard.length - new Set(heard.map(({ command }) => command.commandId)).size,
    stop,
  };
};

/** Gateway and worker reach a store over a line whose connections fall silent: those over which each of these was said. */
export const silentFault = (store: "redis" | "mongo", cases: Record<string, string>): Fault => ({
  promise: "Connections to a store that stand and answer nothing are replaced: commands go again within 10 s",
  run: async (say) => {
    let line: SilentLine | undefined;
    const env = async ({ redisUrl, mongodbUri }: { redisUrl: string; mongodbUri: string }): Promise<Env> => {
      const url = new URL((store === "redis" ? redisUrl : mongodbUri).replace(/^mongodb:/, "http:"));
      line = await openSilentLine(url.href);
      if (store === "redis") return { REDIS_URL: `redis://${line.host}` };
      // The set's own address would lead past the line.
      return { MONGODB_URI: `mongodb://${line.host}${url.pathname}?directConnection=true` };
    };
    const installation = await openInstallation({ machines: 1, env }, say);
    const commanding = await startCommanding(installation);
    try {
      if (!line) throw new Error("There is no line.");
      const figures: Figure[] = [];
      await pause(5_000);
      say(`healthy: ${(await commanding.seconds()).toFixed(1)} s until a command arrives`);
      for (const [which, whichSaid] of Object.entries(cases)) {
        say(`${which}: ${line.silence({ whichSaid })} connections fall silent`);
        const again = `${which}: until a command arrives`;
        figures.push(atMost(again, await commanding.seconds(), againWithinSeconds, "s"));
        line.speak();
        await pause(15_000);
      }
      line.silence({ newOnes: true });
      await pause(5_000);
      const what = "everything silent, new connections too: ready (0 is no)";
      figures.push(exactly(what, Number(await installation.isReady()), 0));
      await pause(10_000);
      line.speak();
      const after = "after 15 s of that, until a command arrives";
      figures.push(atMost(after, await commanding.seconds(), againWithinSeconds, "s"));
      return [...figures, exactly("commands that arrived twice", commanding.repeated(), 0)];
    } finally {
      await commanding.stop();
      await installation.stop();
      await line?.stop();
    }
  },
});

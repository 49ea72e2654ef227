import { pause } from "../simulator/pause.ts";
import { createAutoUnit } from "../walks/commands/auto-unit.ts";
import type { BenchHouse } from "./targets.ts";

const beatEveryMs = 25_000;

/** Units that are connected, beat, and open their doors when they are told; `stop` resolves when they are gone. */
export const startAutoUnits = async (
  { mqttUrl }: Pick<BenchHouse, "mqttUrl">,
  units: BenchHouse["units"],
  manner: { openMs: number; closeMs: number },
) => {
  const pairs = units.map((unit) => ({ unit, auto: createAutoUnit(unit, () => mqttUrl, manner) }));
  for (const { auto } of pairs) {
    auto.start();
    await pause(5);
  }
  const beats = setInterval(() => {
    // One that is not connected at the moment beats the next time.
    for (const { auto } of pairs) void auto.beat().catch(() => undefined);
  }, beatEveryMs);
  return {
    pairs,
    stop: async (): Promise<void> => {
      clearInterval(beats);
      await Promise.all(pairs.map(({ auto }) => auto.stop()));
    },
  };
};

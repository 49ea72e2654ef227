import { atLeast, readOptions, report, runBench, table } from "./command-line.ts";
import { playDays } from "./days/world.ts";

const usage = "npm run simulate:days -- [--seconds 180] [--days 30] [--seed 20261126]";
const { seconds, days, seed } = readOptions(usage, { seconds: 180, days: 30, seed: 20_261_126 });

// Each machine has a seed of its own, which plays the same again: --seed N --seconds 0.001.
runBench(async () => {
  const end = performance.now() + seconds * 1_000;
  const began = performance.now();
  const played = { machines: 0, done: 0, taken: 0 };
  for (let nth = seed; nth === seed || performance.now() < end; nth += 1) {
    try {
      const { done, taken } = playDays(String(nth), days);
      played.machines += 1;
      played.done += done;
      played.taken += taken;
    } catch (error) {
      throw new Error(`--seed ${nth} --days ${days}: ${error instanceof Error ? error.message : error}`);
    }
  }
  const elapsed = (performance.now() - began) / 1_000;
  const machineDays = played.machines * days;
  table(
    ["machine-days", "a second", "cans taken", "things that happened", "seeds"],
    [
      [
        machineDays.toLocaleString("en"),
        (machineDays / elapsed).toFixed(0),
        played.taken.toLocaleString("en"),
        played.done.toLocaleString("en"),
        `${seed} to ${seed + played.machines - 1}`,
      ],
    ],
  );
  report([atLeast("cans that were taken, each machine and day", played.taken / machineDays, 1)]);
});

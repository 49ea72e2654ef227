import { cancelSession, openContainers } from "#shared/control-units/control-unit.api.ts";
import { request } from "../../web/http/request.ts";
import { createHandUnit } from "../integration/commands/hand-unit.ts";
import type { PlantedUnit } from "../integration/planted.ts";
import { pause } from "../simulator/pause.ts";
import { atMost, exactly, readOptions, report, runBench, say, table } from "./command-line.ts";
import { withInstallation } from "./installation.ts";
import { quantile, spread } from "./measure.ts";
import { createTimes, type Operators, openOperators, startAutoUnits } from "./operators.ts";

const usage = "npm run bench:commands -- [--machines 200] [--rounds 4] [--seconds 15] [--clicks 10]";
const { machines, rounds, seconds, clicks } = readOptions(usage, { machines: 200, rounds: 4, seconds: 15, clicks: 10 });
const waitingSessions = 50;

/** Keeps so many sessions waiting on a machine that receives everything and answers nothing. */
const crowd = async ({ sender }: Operators, { plan }: PlantedUnit, signal: AbortSignal): Promise<void> => {
  const sessions: string[] = [];
  while (!signal.aborted) {
    const body = { vendingMachineId: plan.vendingMachineId, containers: ["1"] };
    const given = await request(sender, openContainers, { body });
    if (given.is === "done") sessions.push(given.reply.sessionId);
    // What waits longer than 30 s expires: they are replaced as fast as they go.
    await pause(sessions.length < waitingSessions ? 5 : 30_000 / waitingSessions, signal);
  }
  for (const id of sessions) await request(sender, cancelSession, { params: { id }, body: {} });
};

runBench(() =>
  withInstallation({ machines: machines + 1 }, say, async (installation) => {
    const [silent, ...planted] = installation.units;
    if (!silent) throw new Error("There is no machine.");
    const { units, stop } = await startAutoUnits(planted, () => installation.mqttUrl, { openMs: 300, closeMs: 500 });
    const silentUnit = createHandUnit(silent);
    await silentUnit.connect(installation.mqttUrl);
    const beats = setInterval(() => void silentUnit.beat().catch(() => undefined), 25_000);
    const operators = await openOperators(20, installation);
    const clickFor = (ms: number, times = createTimes()) => operators.clickFor(ms, clicks, planted, units, times);
    await clickFor(5_000);
    say(`${machines} machines are connected, 20 operators click ${clicks} times a second.`);
    const [quiet, crowded] = [createTimes(), createTimes()];
    for (let round = 1; round <= rounds; round++) {
      await clickFor(seconds * 1_000, quiet);
      const ending = new AbortController();
      const crowding = crowd(operators, silent, ending.signal);
      await pause(2_000);
      await clickFor(seconds * 1_000, crowded);
      ending.abort();
      await crowding;
      await pause(11_000);
    }
    clearInterval(beats);
    const heads = ["clicks", "click to opened, p50", "p95", "longest", "without the unit, p50", "p95", "longest"];
    table(
      ["", ...heads],
      [quiet, crowded].map(({ whole, own }, at) => [
        at === 0 ? "every machine answers" : `beside ${waitingSessions} sessions of a machine that does not`,
        ...[whole.length, ...spread(whole), ...spread(own)],
      ]),
    );
    operators.close();
    await stop();
    await silentUnit.drop();
    const p95 = quantile(quiet.whole, 0.95);
    report([
      atMost("click to opened, p95", p95, 1_500, "ms"),
      atMost("p95 beside the machine that does not answer", quantile(crowded.whole, 0.95) / p95, 1.2, "times"),
      exactly("doors that were not seen to open", quiet.lost + crowded.lost, 0),
    ]);
  }),
);

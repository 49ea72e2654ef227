import { cancelSession, openContainers } from "#shared/control-units/control-unit.api.ts";
import { request } from "../../web/http/request.ts";
import { noFaults } from "../simulator/faults.ts";
import { pause } from "../simulator/pause.ts";
import { planFleet } from "../simulator/plan.ts";
import { createHandUnit } from "../walks/commands/hand-unit.ts";
import type { PlantedUnit } from "../walks/planted.ts";
import { startAutoUnits } from "./auto-units.ts";
import { createTimes, type Operators, openOperators, type Times } from "./clicks.ts";
import { head, readNumbers, row, runBench, say } from "./command-line.ts";
import { openBenchHouse } from "./targets.ts";

const usage = "npm run bench:commands -- [--machines 200] [--rounds 4] [--seconds 15] [--clicks 10]";
/** What a machine takes from the command until its door springs open. */
const openMs = 300;
const waitingSessions = 50;
const mostSlower = 1.2;
const mostMs = 1_500;

/** Keeps so many sessions waiting on a machine that hears everything and says nothing. */
const crowd = async ({ sender }: Operators, { plan }: PlantedUnit, signal: AbortSignal): Promise<string[]> => {
  const sessions: string[] = [];
  while (!signal.aborted) {
    const body = { vendingMachineId: plan.vendingMachineId, containers: ["1"] };
    const given = await request(sender, openContainers, { body });
    if (given.is === "done") sessions.push(given.reply.sessionId);
    // What waits longer than 30 s expires: they are replaced as fast as they go.
    await pause(sessions.length < waitingSessions ? 5 : 30_000 / waitingSessions, signal);
  }
  return sessions;
};
const disperse = async ({ sender }: Operators, sessions: string[]) => {
  for (const id of sessions) await request(sender, cancelSession, { params: { id }, body: {} });
};

const inMs = (ms: number) => `${ms.toFixed(0)} ms`;
const line = (name: string, { whole, house, lost }: Times) =>
  row(
    name,
    whole.count(),
    ...[whole.quantile(0.5), whole.quantile(0.95), whole.longest(), house.quantile(0.5), house.quantile(0.95)].map(
      inMs,
    ),
    lost,
  );

const main = async () => {
  const usual = { machines: 200, rounds: 4, seconds: 15, clicks: 10 };
  const { machines, rounds, seconds, clicks } = readNumbers(usage, usual);
  const target = await openBenchHouse(planFleet(machines + 1, 7, noFaults), say);
  const [deaf, ...units] = target.units;
  if (!deaf) throw new Error("there is no machine");
  const answering = await startAutoUnits(target, units, { openMs, closeMs: 500 });
  const { pairs } = answering;
  const deafHand = createHandUnit(deaf);
  await deafHand.connect(target.mqttUrl);
  const operators = await openOperators(20, target);
  const deafBeats = setInterval(() => void deafHand.beat().catch(() => undefined), 25_000);
  await pause(3_000);
  await operators.clickFor(5_000, clicks, pairs, createTimes());
  say(`${machines} machines are connected, 20 operators click ${clicks} times a second.`);

  const [quiet, crowded] = [createTimes(), createTimes()];
  for (let round = 1; round <= rounds; round++) {
    await operators.clickFor(seconds * 1_000, clicks, pairs, quiet);
    const ending = new AbortController();
    const crowding = crowd(operators, deaf, ending.signal);
    await pause(2_000);
    await operators.clickFor(seconds * 1_000, clicks, pairs, crowded);
    ending.abort();
    await disperse(operators, await crowding);
    await pause(11_000);
    say(`round ${round} of ${rounds}`);
  }
  clearInterval(deafBeats);

  say(`\n${head("", "clicks", "click to opened, p50", "p95", "longest", "the house's part, p50", "p95", "not seen")}`);
  say(line("every machine answers", quiet));
  say(line(`beside ${waitingSessions} sessions that wait for a deaf one`, crowded));
  const slower = crowded.whole.quantile(0.95) / quiet.whole.quantile(0.95);
  say(`\np95 beside the deaf machine: ${slower.toFixed(2)} times that without it.`);
  const wrong = [
    ...(quiet.whole.quantile(0.95) > mostMs ? [`p95 is above ${mostMs} ms`] : []),
    ...(slower > mostSlower ? [`the deaf machine delays others by more than ${mostSlower} times`] : []),
    ...(quiet.lost + crowded.lost > 0 ? [`${quiet.lost + crowded.lost} doors were not seen to open`] : []),
  ];
  if (wrong.length > 0) say(`Not right: ${wrong.join("; ")}.`);
  operators.close();
  await answering.stop();
  await deafHand.drop();
  await target.stop();
  process.exit(wrong.length === 0 ? 0 : 1);
};

runBench(main);

import { readMachineHistory } from "#shared/machines/machine.api.ts";
import { request } from "../../../web/http/request.ts";
import { noFaults } from "../../simulator/faults.ts";
import { pause } from "../../simulator/pause.ts";
import { planFleet } from "../../simulator/plan.ts";
import { startAutoUnits } from "../auto-units.ts";
import { createTimes, openOperators } from "../clicks.ts";
import { createHistogram } from "../measure.ts";
import { plantYear } from "../planted-year.ts";
import { type BenchHouse, openBenchHouse } from "../targets.ts";
import { atMost, exactly, type Fault, type Figure } from "./fault.ts";

const machines = 100;
const rounds = 6;
const roundMs = 15_000;
const clicksPerSecond = 5;
/** What a machine takes from the command until its door springs open. */
const openMs = 300;
const mostSlower = 1.1;

/** A house whose machines are connected and whose operators stand ready. */
const open = async (target: BenchHouse) => {
  const units = await startAutoUnits(target, target.units, { openMs, closeMs: 500 });
  await pause(3_000);
  const operators = await openOperators(20, target);
  const times = createTimes();
  const pages = createHistogram();
  return {
    times,
    pages,
    clickFor: (ms: number, into = times) => operators.clickFor(ms, clicksPerSecond, units.pairs, into),
    /** The page that reads the year: what happened at each of ten machines. */
    readPages: async () => {
      for (const { machineId } of target.units.slice(0, 10)) {
        const began = performance.now();
        await request(operators.sender, readMachineHistory, { params: { id: machineId }, query: {} });
        pages.add(performance.now() - began);
      }
    },
    close: async () => {
      operators.close();
      await units.stop();
      await target.stop();
    },
  };
};
type House = Awaited<ReturnType<typeof open>>;

const compared = (empty: House, year: House): Figure[] => {
  const share = (kind: "whole" | "house") => year.times[kind].quantile(0.95) / empty.times[kind].quantile(0.95);
  return [
    atMost("click to opened, p95 beside that of an empty database", share("whole"), mostSlower, "times"),
    atMost("the house's part of it, p95 beside that of an empty database", share("house"), mostSlower, "times"),
    atMost("what happened at one machine, p95", year.pages.quantile(0.95), 1_000, "ms"),
    exactly("doors that were not seen to open", year.times.lost + empty.times.lost, 0),
  ];
};

/**
 * Two houses at once, one of them with a year behind it, clicked at in turns: what else the machine does is the same for
 * both. Its size is in millions of rows of history; with them goes a tenth of that in sessions.
 */
export const fault: Fault = {
  promise: "A year of rows changes no p95 of commands by more than a tenth",
  run: async (say, millions = 1) => {
    const historyRows = Math.round(millions * 1_000_000);
    const plans = planFleet(machines, 7, noFaults);
    const began = Date.now();
    const old = await openBenchHouse(plans, say, (mongo, units) =>
      plantYear(mongo, units, { historyRows, sessions: historyRows / 10, say }),
    );
    say(
      `planted ${historyRows} rows of history and ${historyRows / 10} sessions in ${Math.round((Date.now() - began) / 1_000)} s`,
    );
    const year = await open(old);
    const empty = await open(await openBenchHouse(plans, say));
    for (const house of [empty, year]) await house.clickFor(5_000, createTimes());
    for (let round = 1; round <= rounds; round++) {
      for (const house of round % 2 === 0 ? [empty, year] : [year, empty]) await house.clickFor(roundMs);
      await year.readPages();
    }
    const figures = compared(empty, year);
    for (const [name, { times }] of Object.entries({ empty, year })) {
      const of = (kind: "whole" | "house", share: number) => `${times[kind].quantile(share).toFixed(0)} ms`;
      say(
        `${name}: ${times.whole.count()} clicks, to opened p50 ${of("whole", 0.5)}, p95 ${of("whole", 0.95)}; ` +
          `the house's part p50 ${of("house", 0.5)}, p95 ${of("house", 0.95)}`,
      );
    }
    await year.close();
    await empty.close();
    return figures;
  },
};

import { noFaults } from "../simulator/faults.ts";
import { planFleet } from "../simulator/plan.ts";
import { readNumbers, runBench, say } from "./command-line.ts";
import { memoryVerdict } from "./measure.ts";
import { type PhaseResult, runPhase } from "./phase.ts";
import { type BenchTarget, openBenchHouse, openRelay } from "./targets.ts";

const usage = `npm run bench:live -- [--seconds 300] [--machines 2000] [--sockets 50] [--live-every 25]`;
const longestRelaySeconds = 120;

const mebibytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(0)} MiB`;
const inMs = (ms: number) => `${ms.toFixed(1)} ms`;

const rowsOf = (house: PhaseResult, relay: PhaseResult): [string, string, string][] => {
  const row = (what: string, of: (outcome: PhaseResult) => string): [string, string, string] => [
    what,
    of(house),
    of(relay),
  ];
  return [
    row("accepted messages/s", ({ acceptedPerSecond }) => acceptedPerSecond.toFixed(1)),
    row("heartbeats shown on sockets/s", ({ deliveriesPerSecond }) => deliveriesPerSecond.toFixed(0)),
    row("publish to browser, p50", ({ p50 }) => inMs(p50)),
    row("publish to browser, p99", ({ p99 }) => inMs(p99)),
    row("publish to browser, longest", ({ longest }) => inMs(longest)),
    row("processor of the gateway", ({ cpu }) => `${(cpu * 100).toFixed(0)} %`),
    row("resident memory, early", ({ rss }) => mebibytes(memoryVerdict(rss).early)),
    row("resident memory, end", ({ rss }) => mebibytes(memoryVerdict(rss).late)),
  ];
};

const table = (rows: [string, string, string][]): string =>
  [["", "Cansole", "bare relay"], ["---", "---", "---"], ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** What must hold, in words; empty is good. */
const complaints = (outcome: PhaseResult, load: { sockets: number; machines: number }): string[] => {
  const { missed, changes, falseAlarms, rss, socketsAtEnd, machinesAtEnd, interruptions } = outcome;
  const memory = memoryVerdict(rss);
  return [
    ...(missed > 0 ? [`${missed} of ${changes} status changes were missed`] : []),
    ...(falseAlarms > 0 ? [`${falseAlarms} announcements of silence were false`] : []),
    ...(memory.isFlat ? [] : [`memory grew from ${mebibytes(memory.early)} to ${mebibytes(memory.late)}`]),
    ...(socketsAtEnd < load.sockets ? [`only ${socketsAtEnd} sockets were left`] : []),
    ...(machinesAtEnd < load.machines ? [`only ${machinesAtEnd} machines were left`] : []),
    ...(interruptions > 0 ? [`sockets were lost or told to load again ${interruptions} times`] : []),
  ];
};

const main = async () => {
  const usual = { seconds: 300, machines: 2_000, sockets: 50, "live-every": 25 };
  const { seconds, machines, sockets, "live-every": liveEvery } = readNumbers(usage, usual);
  const plans = planFleet(machines, 7, noFaults);
  const load = { seconds, sockets, liveEveryMs: liveEvery * 1_000, dropShare: 0.05 };
  const measure = async (target: BenchTarget, forSeconds: number) => {
    try {
      return await runPhase(target, { ...load, seconds: forSeconds }, say);
    } finally {
      await target.stop();
    }
  };
  const house = await measure(await openBenchHouse(plans, say), seconds);
  const relay = await measure(await openRelay(plans), Math.min(seconds, longestRelaySeconds));

  const { drops, changes, missed } = house;
  say(`\n${machines} machines, a heartbeat every ${liveEvery} s, ${sockets} sockets, ${seconds} s:\n`);
  say(table(rowsOf(house, relay)));
  say(`\n${drops} machines dropped out and came back: ${missed} of ${changes} status changes were missed.`);
  const wrong = complaints(house, { sockets, machines });
  say(wrong.length === 0 ? "No status change was missed, memory is flat." : `Not right: ${wrong.join("; ")}.`);
  process.exit(wrong.length === 0 ? 0 : 1);
};

runBench(main);

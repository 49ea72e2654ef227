import { exactly, type Fault } from "./fault.ts";
import { behaviours } from "./matrix/customers.ts";
import { createGates } from "./matrix/gates.ts";
import { type Cell, nameOf, type Outcome, runRound, type Stage, things, ways } from "./matrix/round.ts";
import { steps } from "./matrix/steps.ts";
import { openTakenHouse } from "./taken/taken-house.ts";

/** A can behind each is taken in one round. */
const locks = 90;

const undisturbed: Cell = { step: "closed", thing: null, way: "killed" };
const allCells = Object.keys(steps).flatMap((step) =>
  things.flatMap((thing) => ways.map((way): Cell => ({ step, thing, way }))),
);

/** Those whose names hold every word of CELLS, such as `CELLS=sent,MongoDB`. */
const wantedCells = (words: string[]): Cell[] =>
  allCells.filter((cell) => words.every((word) => nameOf(cell).includes(word)));

interface Ended extends Outcome {
  cell: Cell;
}

const counted = (words: string[]): string => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([word, many]) => `${many} ${word}`)
    .join(", ");
};

const tableOf = (ended: Ended[]): string[] => {
  const columns = things.flatMap((thing) => ways.map((way) => ({ thing, way })));
  const entry = (step: string, { thing, way }: Pick<Cell, "thing" | "way">): string => {
    const mine = ended.filter(({ cell }) => cell.step === step && cell.thing === thing && cell.way === way);
    const cans = counted(mine.flatMap(({ cans: of }) => of.map(({ status }) => status)));
    return mine.length === 0 ? "" : `${cans}; ${mine.some(({ wrong }) => wrong.length > 0) ? "BROKEN" : "agree"}`;
  };
  return [
    `| at the step | ${columns.map(({ thing, way }) => `${thing} ${way}`).join(" | ")} |`,
    `| --- |${columns.map(() => " --- |").join("")}`,
    ...Object.keys(steps).map((step) => `| ${step} | ${columns.map((column) => entry(step, column)).join(" | ")} |`),
  ];
};

export const fault: Fault = {
  promise:
    "whatever is killed or frozen at whichever step of a take, and whatever its machine does: the can is pending with its reason, opened or refunded, and books, stock and doors agree",
  run: async (say, size = 1) => {
    const cells = wantedCells((process.env.CELLS ?? "").split(",").map((word) => word.trim()));
    say(
      `${cells.length} cells, ${size} times each, ${behaviours.length} machines in each: CELLS=sent,MongoDB names some`,
    );
    const gates = createGates();
    const turn: Stage["turn"] = { to: 0 };
    const house = await openTakenHouse(
      {
        machines: behaviours.length,
        seed: "matrix",
        locks,
        hold: gates.hold,
        mood: (_, place) => behaviours[place]?.mood ?? "deaf",
        gatewayOf: () => turn.to,
        absent: behaviours.flatMap(({ mood }, place) => (mood === null ? [place] : [])),
      },
      say,
    );
    const ended: Ended[] = [];
    const known = new Set<string>();
    try {
      await house.workers[1].kill();
      const rounds = [undisturbed, ...Array.from({ length: size }, () => cells).flat()];
      for (const [nth, cell] of rounds.entries()) {
        const began = performance.now();
        const { cans, wrong } = await runRound({ house, gates, turn }, cell, nth);
        // What is wrong stays wrong: it belongs to the round that showed it first.
        const news = wrong.filter((line) => !known.has(line));
        for (const line of news) known.add(line);
        ended.push({ cell, cans, wrong: news });
        const words = cans.map(({ behaviour, status, why }) => `${behaviour} ${status}${why ? ` '${why}'` : ""}`);
        say(`${nth} ${nameOf(cell)}, ${((performance.now() - began) / 1_000).toFixed(0)} s: ${words.join(", ")}`);
        for (const line of news) say(`  BROKEN ${line}`);
      }
    } finally {
      await house.stop();
    }
    for (const line of tableOf(ended)) say(line);
    const cans = ended.flatMap((one) => one.cans);
    return [
      exactly("rounds that were played", ended.length, cells.length * size + 1),
      exactly(
        "rounds after which anything disagrees, goes on, or cannot be refunded",
        ended.filter(({ wrong }) => wrong.length > 0).length,
        0,
      ),
      exactly(
        "cans that are pending without a reason",
        cans.filter(({ status, why }) => status === "pending" && why === "").length,
        0,
      ),
      exactly("customers who were refused", cans.filter(({ status }) => status === "refused").length, 0),
    ];
  },
};

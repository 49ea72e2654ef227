import type { MachineStatus } from "#shared/machines/machine.rules.ts";
import type { KnownMachine } from "../../records/known-machines.ts";

interface Range {
  from: number;
  to: number;
}

/**
 * Some of them in the order of a figure; what has none stands last in both directions, and what is alike keeps its
 * order. Only what stands near the page is compared by more than its figure: a hundred thousand take some 20 ms.
 */
const byFigure = (
  found: readonly KnownMachine[],
  figureOf: (of: KnownMachine) => number | null,
  way: 1 | -1,
  { from, to }: Range,
): KnownMachine[] => {
  const figures = Float64Array.from(found, (one) => {
    const figure = figureOf(one);
    return figure === null ? Number.POSITIVE_INFINITY : way * figure;
  });
  const sorted = figures.slice().sort();
  const [low, high] = [sorted[from], sorted[Math.min(to, sorted.length) - 1]];
  if (low === undefined || high === undefined) return [];
  let before = 0;
  const near: number[] = [];
  figures.forEach((figure, at) => {
    if (figure < low) before += 1;
    else if (figure <= high) near.push(at);
  });
  const figureAt = (at: number) => figures[at] ?? 0;
  near.sort((a, b) => (figureAt(a) === figureAt(b) ? a - b : figureAt(a) - figureAt(b)));
  return near.slice(from - before, to - before).flatMap((at) => found[at] ?? []);
};

const statusPlace = { Offline: 0, Online: 1, Unavailable: 2 } as const;

interface Moment {
  statusOf: (of: KnownMachine) => MachineStatus;
  /** Units whose locks bounce. */
  bouncing: ReadonlySet<string>;
}

/** The newest outage first, then what cannot speak, then locks that bounce, then the others; each by name. */
const byTrouble = (
  found: readonly KnownMachine[],
  { statusOf, bouncing }: Moment,
  { from, to }: Range,
): KnownMachine[] => {
  const groups: Record<MachineStatus | "bouncing", KnownMachine[]> = {
    Offline: [],
    Unavailable: [],
    bouncing: [],
    Online: [],
  };
  for (const one of found) {
    const status = statusOf(one);
    const bounces = status === "Online" && one.serialNumber !== null && bouncing.has(one.serialNumber);
    groups[bounces ? "bouncing" : status].push(one);
  }
  const others = groups.Unavailable.concat(groups.bouncing, groups.Online);
  const offline = groups.Offline.length;
  return byFigure(groups.Offline, ({ lastSeen }) => lastSeen, -1, { from, to }).concat(
    others.slice(Math.max(0, from - offline), Math.max(0, to - offline)),
  );
};

/** Those of `found`, which are in the order of the names or of the ids, that stand in this range of the order. */
export const inOrder = (found: KnownMachine[], sort: string, moment: Moment, range: Range): KnownMachine[] => {
  const way = sort.startsWith("-") ? -1 : 1;
  switch (sort.replace("-", "")) {
    case "lastSeenOnline":
      return byFigure(found, ({ lastSeen }) => lastSeen, way, range);
    case "strength":
      return byFigure(found, ({ strength }) => strength, way, range);
    case "status":
      return byFigure(found, (one) => statusPlace[moment.statusOf(one)], way, range);
    case "trouble":
      return byTrouble(found, moment, range);
    default:
      return (way === 1 ? found : found.reverse()).slice(range.from, range.to);
  }
};

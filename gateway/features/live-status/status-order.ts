import type { MachineStatus } from "#shared/machines/machine.rules.ts";
import { byFigure, type Range } from "../../records/by-figure.ts";
import type { KnownMachine } from "../../records/known-machines.ts";

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

/** Those of `found` that are in this range of the order; `found` is sorted by names or by ids. */
export const inOrder = (found: readonly KnownMachine[], sort: string, moment: Moment, range: Range): KnownMachine[] => {
  const direction = sort.startsWith("-") ? -1 : 1;
  switch (sort.replace("-", "")) {
    case "lastSeenOnline":
      return byFigure(found, ({ lastSeen }) => lastSeen, direction, range);
    case "strength":
      return byFigure(found, ({ strength }) => strength, direction, range);
    case "status":
      return byFigure(found, (one) => statusPlace[moment.statusOf(one)], direction, range);
    case "trouble":
      return byTrouble(found, moment, range);
    default:
      return (direction === 1 ? found : found.toReversed()).slice(range.from, range.to);
  }
};

import { groupBy } from "#shared/grouping/group-by.ts";
import type { MachineCard } from "./home-cards.ts";

interface RegionOnBoard {
  region: string;
  cards: readonly MachineCard[];
}

/** The machines by their region, in the order of its name; those without one stand last. */
export const byRegion = (cards: readonly MachineCard[]): RegionOnBoard[] => {
  return [...groupBy(cards, ({ record }) => record.region)]
    .sort(([one], [other]) => Number(one === "") - Number(other === "") || one.localeCompare(other))
    .map(([region, those]) => ({ region: region || "No region", cards: those }));
};

/** Pixels, as home.css draws them. */
const gap = 4;
const headPixels = 22;
const betweenGroups = 12;
const widths = [264, 220, 176, 152, 128, 112, 96, 72, 56, 44, 36, 32, 28] as const;
const namedFrom = 90;
const namedHeights = [76, 52];
/** A wider tile would rather be narrower than lower. */
const lowUpTo = 176;

export interface BoardTile {
  /** The least width; what is left of a line is shared among its tiles. */
  width: number;
  height: number;
  /** There is space for the machine's name. */
  isNamed: boolean;
  /** And beneath it for its stock in words. */
  hasStock: boolean;
}

/** Below this a finger misses. */
export const leastForFingers = 44;

/** The largest tiles with which all groups stand in the window; the smallest ones where none do. */
export const boardTile = (
  space: { width: number; height: number },
  groups: readonly number[],
  least = 28,
): BoardTile => {
  const tiles = widths
    .filter((width) => width >= least)
    .flatMap((width): BoardTile[] =>
      width < namedFrom
        ? [{ width, height: Math.min(width, 44), isNamed: false, hasStock: false }]
        : namedHeights
            .slice(0, width > lowUpTo ? 1 : 2)
            .map((height, at) => ({ width, height, isNamed: true, hasStock: at === 0 })),
    );
  const fits = ({ width, height }: BoardTile) => {
    const columns = Math.max(1, Math.floor((space.width + gap) / (width + gap)));
    const pixels = groups.reduce((sum, count) => sum + headPixels + Math.ceil(count / columns) * (height + gap), 0);
    return pixels + (groups.length - 1) * betweenGroups <= space.height;
  };
  return tiles.find(fits) ?? (tiles.at(-1) as BoardTile);
};

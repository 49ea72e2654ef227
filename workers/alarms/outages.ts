import { groupBy } from "#shared/grouping/group-by.ts";

/** A machine that is silent since a moment, milliseconds since 1970. */
export interface Silent {
  id: string;
  region: string | null;
  since: number;
}
/** An outage that is known already: which machines it has, and when that changed last. */
interface KnownOutage {
  group: string;
  members: readonly string[];
  startedAt: number;
  lastAt: number;
}
interface Outages<S extends Silent> {
  /** By region, or `severalRegions`. */
  groups: Map<string, S[]>;
  /** Known ones that a further outage has joined. */
  grown: ReadonlySet<string>;
  singles: S[];
}

/** The subject of an outage whose machines are of several regions, or of none. */
export const severalRegions = "several";
/** At least this many machines that fall silent within such a time are one outage. */
const together = 20;
const withinMs = 2 * 60_000;
/** An outage ends once this few are left and nothing of it changed for this long: each is its own alarm then. */
const few = 5;
const settledMs = 5 * 60_000;

/** The longest run of machines, ordered by `since`, that fell silent within two minutes; empty below `least`. */
const cluster = <S extends Silent>(silent: readonly S[], least = together): S[] => {
  const inOrder = silent.toSorted((a, b) => a.since - b.since);
  let best: S[] = [];
  let from = 0;
  for (let to = 0; to < inOrder.length; to += 1) {
    while ((inOrder[to]?.since ?? 0) - (inOrder[from]?.since ?? 0) > withinMs) from += 1;
    if (to - from + 1 > best.length) best = inOrder.slice(from, to + 1);
  }
  return best.length >= least ? best : [];
};

/**
 * The machines of a known outage that are still silent, and those that have joined it: they fell silent at most two
 * minutes after the last of its machines that is silent for long. A machine that comes back, or is silent for a moment,
 * does not extend that time: in a large network one always does, and a machine that breaks days after an outage is an
 * alarm of its own.
 */
const stillOf = <S extends Silent>(
  silent: readonly S[],
  { group, members, startedAt }: KnownOutage,
  isLong: (one: S) => boolean,
): S[] => {
  const before = new Set(members);
  let last = silent.reduce(
    (latest, one) => (before.has(one.id) && isLong(one) ? Math.max(latest, one.since) : latest),
    startedAt,
  );
  return silent
    .toSorted((a, b) => a.since - b.since)
    .filter((one) => {
      if (before.has(one.id)) return true;
      const isAlike = group === severalRegions || one.region === group;
      if (!isAlike || one.since < startedAt - withinMs || one.since > last + withinMs) return false;
      if (isLong(one)) last = Math.max(last, one.since);
      return true;
    });
};

/**
 * Which silent machines are one outage of their region, and which stand alone. `silent` has all that are silent at
 * all: an outage is known with its first machine that is silent for long enough (`isLong`), together with the others
 * that will be. A known outage keeps its machines.
 */
export const groupOutages = <S extends Silent>(
  silent: readonly S[],
  known: readonly KnownOutage[],
  isLong: (one: S) => boolean,
  now: number,
): Outages<S> => {
  const groups = new Map<string, S[]>();
  let rest = silent;

  for (const outage of known) {
    const still = stillOf(rest, outage, isLong);
    if (still.length === 0 || (still.length < few && now - outage.lastAt > settledMs)) continue;
    groups.set(outage.group, still);
    const taken = new Set(still);
    rest = rest.filter((one) => !taken.has(one));
  }

  const startedAt = new Map(known.map((outage) => [outage.group, outage.startedAt]));
  const grown = new Set<string>();
  const find = (candidates: readonly S[], group: string) => {
    // A few of a region that fall silent while its outage is open are a further wave of it.
    const began = group === severalRegions ? undefined : startedAt.get(group);
    const wave =
      began === undefined
        ? []
        : cluster(
            candidates.filter(({ since }) => since > began),
            few,
          );
    const found = wave.length > 0 ? wave : cluster(candidates);
    if (!found.some(isLong)) return;
    // Also an outage whose machines have all come back: its alarm is still open.
    if (startedAt.has(group)) grown.add(group);
    groups.set(group, [...(groups.get(group) ?? []), ...found]);
    const taken = new Set(found.map(({ id }) => id));
    rest = rest.filter(({ id }) => !taken.has(id));
  };
  const inRegions = groupBy(cluster(rest), ({ region }) => region ?? severalRegions);
  const lost = [...inRegions].filter(([region, of]) => region !== severalRegions && of.length >= together);
  // Machines of several regions that fall silent together are one outage: a gateway, a mobile network.
  if (lost.length > 1) find(rest, severalRegions);
  for (const [region, of] of groupBy(rest, ({ region }) => region ?? severalRegions)) {
    if (region !== severalRegions) find(of, region);
  }
  find(rest, severalRegions);
  return { groups, grown, singles: rest.filter(isLong) };
};

import { expect, test } from "vitest";
import { groupOutages, type Silent, severalRegions } from "./outages.ts";

const minute = 60_000;
const now = 100 * minute;
const isLong = ({ since }: Silent) => now - since > 5 * minute;
/** `count` machines that fell silent one after another within a minute, six minutes ago. */
const silentIn = (region: string | null, count: number, laterMs = 0): Silent[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `${region}-${at}`,
    region,
    since: now - 6 * minute + laterMs + (at * minute) / count,
  }));
const sizesOf = (silent: Silent[]) => {
  const { groups, singles } = groupOutages(silent, [], isLong, now);
  return { groups: Object.fromEntries([...groups].map(([group, of]) => [group, of.length])), singles: singles.length };
};

test.each<[string, Silent[], ReturnType<typeof sizesOf>]>([
  ["of one region are one outage of it", silentIn("kochi", 20), { groups: { kochi: 20 }, singles: 0 }],
  ["too few of one region stand alone", silentIn("kochi", 19), { groups: {}, singles: 19 }],
  [
    "of a gateway that serves several regions are one outage of all",
    [...silentIn("kochi", 30), ...silentIn("goa", 25), ...silentIn(null, 3)],
    { groups: { several: 58 }, singles: 0 },
  ],
  [
    "of a region are its outage, though one of another region falls silent as well",
    [...silentIn("kochi", 30), ...silentIn("goa", 1)],
    { groups: { kochi: 30 }, singles: 1 },
  ],
  [
    "few of each of many regions are one outage of all",
    ["a", "b", "c", "d"].flatMap((region) => silentIn(region, 6)),
    { groups: { several: 24 }, singles: 0 },
  ],
  [
    "of two regions at different times are two outages",
    [...silentIn("kochi", 30), ...silentIn("goa", 25, -10 * minute)],
    { groups: { kochi: 30, goa: 25 }, singles: 0 },
  ],
])("machines that fall silent together: %s", (_, silent, expected) => {
  expect(sizesOf(silent)).toEqual(expected);
});

test.each<[string, string, Silent[]]>([
  ["of another gateway", severalRegions, [...silentIn("kochi", 30), ...silentIn("goa", 25)]],
  ["of the same region", "kochi", silentIn("kochi", 30)],
])("an outage %s joins one that is open since yesterday", (_, group, silent) => {
  const yesterday = now - 24 * 60 * minute;
  const left = silentIn("left", 6, -24 * 60 * minute);
  const known = { group, members: left.map(({ id }) => id), startedAt: yesterday, lastAt: yesterday };
  const joined = groupOutages([...left, ...silent], [known], isLong, now);
  expect([...joined.groups]).toEqual([[group, expect.arrayContaining([...left, ...silent])]]);
  expect(joined.singles).toEqual([]);
  expect([...joined.grown]).toEqual([group]);

  const back = groupOutages(silent, [known], isLong, now);
  expect([...back.groups.keys()]).toEqual([group]);
  expect([...back.grown]).toEqual([group]);

  const members = [...left, ...silent].map(({ id }) => id);
  const later = groupOutages([...left, ...silent], [{ ...known, members, lastAt: now }], isLong, now + minute);
  expect([...later.groups.keys()]).toEqual([group]);
  expect([...later.grown]).toEqual([]);
});

test("a machine that breaks days after an outage stands alone, though others came back or are silent for a moment now", () => {
  const yesterday = now - 24 * 60 * minute;
  const left = silentIn("kochi", 25, -24 * 60 * minute);
  const broken = { id: "broken", region: "kochi", since: now - 6 * minute };
  const moments = [4, 3, 2].map((ago) => ({ id: `moment-${ago}`, region: "kochi", since: now - ago * minute }));
  const changed = { startedAt: yesterday, lastAt: now - 10_000 };
  const members = [...left.map(({ id }) => id), "moment-4", "back"];
  for (const group of ["kochi", severalRegions]) {
    const known = { group, members, ...changed };
    const { groups, singles } = groupOutages([...left, broken, ...moments], [known], isLong, now);
    expect(singles).toEqual([broken]);
    expect(groups.get(group)).toHaveLength(left.length + 1);
  }
});

test("a machine that falls silent while an outage spreads is of it, also where the outage is known already", () => {
  // One each 90 s, from five minutes before the first of the others is silent for long.
  const spreading = Array.from({ length: 5 }, (_, at) => ({
    id: `later-${at}`,
    region: "goa",
    since: now - (5 - at) * 90_000,
  }));
  const left = silentIn("goa", 20, -3 * minute);
  const known = { group: "goa", members: left.map(({ id }) => id), startedAt: now - 9 * minute, lastAt: now };
  const long = ({ since }: Silent) => now - since > minute;
  const { groups, singles } = groupOutages([...left, ...spreading], [known], long, now);
  expect(singles).toEqual([]);
  expect(groups.get("goa")).toHaveLength(25);
});

test.each<[string, Silent[], number, boolean]>([
  ["joins it, and needs somebody again", silentIn("kochi", 5), 11, true],
  ["of fewer machines stands alone", silentIn("kochi", 4), 6, false],
])("a second wave of a region whose outage is still open %s", (_what, again, size, isGrown) => {
  const left = silentIn("kochi", 6, -20 * minute).map((one) => ({ ...one, id: `left-${one.id}` }));
  const known = {
    group: "kochi",
    members: left.map(({ id }) => id),
    startedAt: now - 26 * minute,
    lastAt: now - minute,
  };
  const { groups, singles, grown } = groupOutages([...left, ...again], [known], isLong, now);
  expect(groups.get("kochi")).toHaveLength(size);
  expect(singles).toEqual(isGrown ? [] : again);
  expect([...grown]).toEqual(isGrown ? ["kochi"] : []);
});

test("machines that were silent before an outage began stay alarms of their own", () => {
  const monday = silentIn("kochi", 5, -3 * 24 * 60 * minute).map((one) => ({ ...one, id: `old-${one.id}` }));
  const of = silentIn("kochi", 20, -minute);
  const known = { group: "kochi", members: of.map(({ id }) => id), startedAt: now - 7 * minute, lastAt: now - minute };
  const { groups, singles, grown } = groupOutages([...monday, ...of], [known], isLong, now);
  expect(singles).toEqual(monday);
  expect(groups.get("kochi")).toHaveLength(20);
  expect([...grown]).toEqual([]);
});

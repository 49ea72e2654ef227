import { groupBy } from "#shared/grouping/group-by.ts";
import { listAtRisk, listBrandsAtRisk } from "#shared/live-status/at-risk.api.ts";
import type { AtRisk, BrandAtRisk } from "#shared/live-status/at-risk.schema.ts";
import { liveAtom } from "../live/live.atom.ts";
import { loadBy } from "../live/load-by.ts";
import { atom } from "../state/jotai.ts";

export type RiskOf = ReadonlyMap<string, AtRisk>;
const nothing: RiskOf = new Map();

/** It grows with the time that passes, which no event says: no room is joined. A load that fails shows no alert. */
const loadedAtom = liveAtom<readonly AtRisk[]>({
  rooms: [],
  load: loadBy(listAtRisk, {}, ({ machines }) => machines, { isQuiet: true }),
  againEveryMs: 60_000,
  handlers: {},
});

/** What offline machines usually sell in the time since they were heard last, by machine; at most a minute old. */
export const riskOfAtom = atom<RiskOf>((get) => {
  const { data } = get(loadedAtom);
  return data ? new Map(data.map((one) => [one._id, one])) : nothing;
});

/** By machine and brand. */
export type BrandRisks = ReadonlyMap<string, ReadonlyMap<string, BrandAtRisk>>;
const noBrands: BrandRisks = new Map();

const loadedBrandsAtom = liveAtom<readonly BrandAtRisk[]>({
  // Nor the live status: all heartbeats of a large network would come with it.
  rooms: [],
  load: loadBy(listBrandsAtRisk, {}, ({ brands }) => brands, { isQuiet: true }),
  againEveryMs: 60_000,
  handlers: {},
});

/** The same of sold-out brands. Whether one is still sold out, the stock says. */
export const brandRisksAtom = atom<BrandRisks>((get) => {
  const { data } = get(loadedBrandsAtom);
  if (!data) return noBrands;
  const ofMachines = [...groupBy(data, ({ machine }) => machine)];
  return new Map(ofMachines.map(([machine, brands]) => [machine, new Map(brands.map((one) => [one.brand, one]))]));
});

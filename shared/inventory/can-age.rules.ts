const dayMs = 86_400_000;

/** "Whole days, rounded up, since the stock update" (specification: Constants). Times in milliseconds. */
export const daysOld = (stockedOn: number, now: number): number => Math.max(0, Math.ceil((now - stockedOn) / dayMs));

/** How old cans are, in whole days: fresh up to a week, not to be sold any more over a month. `past` days are not in it. */
export const ageBands = {
  "0-7": { past: null, upTo: 7, words: "0 to 7 days" },
  "8-30": { past: 7, upTo: 30, words: "8 to 30 days" },
  "over-30": { past: 30, upTo: null, words: "Over 30 days" },
} as const satisfies Record<string, { past: number | null; upTo: number | null; words: string }>;
export type AgeBand = keyof typeof ageBands;
export const ageBandNames = Object.keys(ageBands) as [AgeBand, ...AgeBand[]];

/** When the cans of a band were stocked, of those that are here now: exactly those of which `daysOld` is in the band. */
export const stockedInBand = (band: AgeBand, now: number): { $gte?: Date; $lt?: Date } => {
  const { past, upTo } = ageBands[band];
  return {
    ...(upTo === null ? {} : { $gte: new Date(now - upTo * dayMs) }),
    ...(past === null ? {} : { $lt: new Date(now - past * dayMs) }),
  };
};

export const bandOf = (days: number): AgeBand => {
  if (days > 30) return "over-30";
  return days > 7 ? "8-30" : "0-7";
};

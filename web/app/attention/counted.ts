import type { Attention } from "#shared/attention/attention.schema.ts";

export interface Counted {
  waits: Attention;
  /** It was told while one looked; else it was loaded, be it again after a reconnect. */
  isNews: boolean;
}

/** The later of two counts; one that says the same is the same. */
export const afterCount = (known: Counted, told: Attention): Counted => {
  if (told.countedAt < known.waits.countedAt) return known;
  const isSame = Object.entries(told).every(
    ([name, count]) => name === "countedAt" || known.waits[name as keyof Attention] === count,
  );
  return isSame ? known : { waits: told, isNews: true };
};

import type { PendingCounts } from "#shared/pending-counts/pending-counts.schema.ts";

export interface Counted {
  waits: PendingCounts;
  /** It came by an event; else it was loaded, be it again after a reconnect. */
  isNews: boolean;
}

/** The later of two counts; one that says the same is the same. */
export const afterCount = (known: Counted, incoming: PendingCounts): Counted => {
  if (incoming.countedAt < known.waits.countedAt) return known;
  const isSame = Object.entries(incoming).every(
    ([name, count]) => name === "countedAt" || known.waits[name as keyof PendingCounts] === count,
  );
  return isSame ? known : { waits: incoming, isNews: true };
};

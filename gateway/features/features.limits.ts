/** For features that have few: registration, inventory, pending counts, containers, orders. */
export const featureLimits = {
  /** A unit's unfetched secret stays readable for it. */
  sealedSecretMs: 24 * 3_600_000,
  stock: {
    /** Changes of a machine's containers are gathered this long before its stock is computed anew. */
    gatherMs: 40,
    /** A write that Redis did not take is tried again after this. */
    retryMs: 1_000,
    /** How often to note until when Redis has all changes, and to check whether it was emptied. */
    watchEveryMs: 1_000,
    /** One gateway compares the next slice of the stock with the database this often. */
    checkEveryMs: 60_000,
    /** A difference that lasts this long, with nothing written meanwhile, is a drift. */
    confirmMs: 2_000,
  },
  /** For the pending counts: published this often at most, and all of them counted anew this often. */
  attention: { lookEveryMs: 1_000, countAllEveryMs: 30_000 },
  /**
   * What offline machines and sold-out brands of a large network do not sell is read again after this, once for all
   * callers.
   */
  atRisk: { keptMs: 10_000 },
  /** Customers' reservations that have lapsed are cleared this often. */
  reservationSweepEveryMs: 1_000,
  /** Requests of one operator for a second person that wait. A suspension ends them all in its transaction. */
  mostRequested: 100,
  /** A list of more orders than this shows no sums: the filter must be narrowed. */
  ordersSummed: 20_000,
};

const dayMs = 86_400_000;

/** "Whole days, rounded up, since the stock update" (specification section 9). Times in milliseconds. */
export const daysOld = (stockedOn: number, now: number): number => Math.max(0, Math.ceil((now - stockedOn) / dayMs));

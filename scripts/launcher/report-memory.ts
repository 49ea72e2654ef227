/** A report worker keeps two batches of rows; its memory is bounded all the same. */
export const reportMemory = "--max-old-space-size=256";

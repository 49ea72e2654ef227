/** A report worker holds two batches of rows; what it may take is bounded all the same. */
export const reportMemory = "--max-old-space-size=256";

import { aShownMachine } from "#shared/testing/shown-records.ts";

/** The moment at which pages of it are shown, in milliseconds since 1970. */
export const shownAt = Date.UTC(2026, 10, 21, 9);

/** A machine that was heard just before. */
export const shownMachine = aShownMachine({
  live: true,
  lastSeenOnline: new Date(shownAt - 5_000).toISOString(),
  unit: { serialNumber: "CU-1", authorised: true },
  strength: -60,
});

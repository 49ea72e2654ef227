import type { Load } from "../state/load.ts";

/** The line under a title while nothing is known of what the page shows: that it comes, or that it did not. */
export const comingText = ({ state }: Pick<Load<unknown>, "state">, things: string): string =>
  state === "failed" ? `The ${things} could not be loaded` : `Loading the ${things}`;

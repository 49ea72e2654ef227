import { isActiveTab } from "./active-tab.ts";
import { playTone } from "./tone.ts";

const leastMs = 5_000;
let lastAt = Number.NEGATIVE_INFINITY;

const isTooSoon = () => performance.now() - lastAt < leastMs;

/** Something newly needs somebody: sounds in the tab that was used last, at most once in five seconds. */
export const sound = async (): Promise<void> => {
  if (isTooSoon() || !(await isActiveTab()) || isTooSoon()) return;
  lastAt = performance.now();
  await playTone();
};

import { readFileSync } from "node:fs";

/** The number that a share (0 to 1) of all did not exceed; NaN of none. */
export const quantile = (numbers: readonly number[], share: number): number =>
  Float64Array.from(numbers).sort()[Math.max(0, Math.ceil(numbers.length * share) - 1)] ?? Number.NaN;

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

export const inMs = (ms: number, digits = 0): string => `${ms.toFixed(digits)} ms`;
/** Median, 95th of 100 and longest, as three cells of a table. */
export const spread = (ms: readonly number[], digits = 0): string[] =>
  [0.5, 0.95, 1].map((share) => inMs(quantile(ms, share), digits));
export const mebibytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MiB`;

/** How much may come between the second and the last fifth of a run before memory counts as growing. */
const tolerable = 1.1;
/** The same between the second and the last third of a run that is long enough for medians of so much. */
const tolerableOfThirds = 1.05;

/** Whether memory stays where it is: the median of the last fifth beside that of the second; caches fill in the first. */
export const memoryVerdict = (bytes: readonly number[]) => {
  const fifth = Math.max(1, Math.floor(bytes.length / 5));
  const early = median(bytes.slice(fifth, 2 * fifth));
  const late = median(bytes.slice(-fifth));
  return { early, late, isFlat: late <= early * tolerable };
};

/** The same by the median of the last third beside that of the second, within 5 %. */
export const thirdsVerdict = (bytes: readonly number[]) => {
  const third = Math.max(1, Math.floor(bytes.length / 3));
  const early = median(bytes.slice(third, 2 * third));
  const late = median(bytes.slice(-third));
  return { early, late, isFlat: late <= early * tolerableOfThirds };
};

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;
/** Seconds of processor time that a process has used, in all its threads; Linux alone says it. */
export const processorSeconds = (pid: number): number => {
  // The program's name stands in brackets and may contain anything.
  const [, fields = ""] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
  const [user, system] = fields.split(" ").slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) / ticksPerSecond;
};

/** Resident bytes of a process, and how many files (connections among them) it may have open; Linux alone says them. */
export const residentBytes = (pid: number): number =>
  1_024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN);
export const mostOpenFiles = (): number =>
  Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] ?? Number.NaN);

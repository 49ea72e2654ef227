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

/**
 * A run has this many equal parts. The median of the last may be this many times that of the second; caches fill in the
 * first.
 */
const verdictOfParts = (parts: number, tolerable: number) => (bytes: readonly number[]) => {
  const size = Math.max(1, Math.floor(bytes.length / parts));
  const early = median(bytes.slice(size, 2 * size));
  const late = median(bytes.slice(-size));
  return { early, late, isFlat: late <= early * tolerable };
};

/** Whether memory stays where it is, by fifths and within a tenth. */
export const memoryVerdict = verdictOfParts(5, 1.1);
/** The same by thirds and within a twentieth, of a run that is long enough for medians of so much. */
export const thirdsVerdict = verdictOfParts(3, 1.05);

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

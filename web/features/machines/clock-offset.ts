const units: [seconds: number, word: string][] = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
];

/** "5 minutes ahead", "2 hours behind": how far a unit's clock is off. Positive is ahead of the gateway's. */
export function clockOffsetText(offsetSeconds: number): string {
  const size = Math.abs(offsetSeconds);
  const [seconds, word] = units.find(([least]) => size >= least) ?? [1, "second"];
  const count = Math.round(size / seconds);
  return `${count} ${word}${count === 1 ? "" : "s"} ${offsetSeconds > 0 ? "ahead" : "behind"}`;
}

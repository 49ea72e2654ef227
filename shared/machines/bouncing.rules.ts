import type { Bouncing } from "./bouncing.schema.ts";

/** Whether a notice of bouncing locks is still valid at this moment; it ends by itself. */
export const isBouncing = (document: Pick<Bouncing, "until"> | null, now: number): boolean =>
  document !== null && Date.parse(document.until) > now;

/** Two at least: of one lock its number is said. */
const listed = (names: string[]): string => `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** "Lock 7 bounces: 840 changes in the last minute". */
export const bouncingText = ({ changes, lockCount, worst }: Bouncing): string => {
  const counted = (count: number) => `${count.toLocaleString("en-IN")} changes in the last minute`;
  const [first] = worst;
  if (!first) return `Locks rattle: ${counted(changes)}`;
  if (lockCount === 1) return `Lock ${first.channel} rattles: ${counted(first.changes)}`;
  const names = worst.map(({ channel }) => String(channel));
  const others = lockCount - worst.length;
  return `Locks ${listed(others > 0 ? [...names, `${others} more`] : names)} rattle: ${counted(changes)}`;
};

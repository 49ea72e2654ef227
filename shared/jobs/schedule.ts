import * as z from "zod";

/** When a job is due. A time of day is of TIME_ZONE. */
export const Schedule = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("every"), seconds: z.number().int().min(1) }),
  z.object({ kind: z.literal("daily"), at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) }),
  z.object({ kind: z.literal("asked") }),
  z.object({ kind: z.literal("each worker"), seconds: z.number() }),
]);
export type Schedule = z.infer<typeof Schedule>;

const lengths: [seconds: number, one: string][] = [
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
];
const inWords = (seconds: number): string => {
  const [size, one] = lengths.find(([length]) => seconds >= length && seconds % length === 0) ?? [1, "second"];
  const count = seconds / size;
  return count === 1 ? one : `${count} ${one}s`;
};

/** "Every 10 minutes", "Each day at 03:30", "On request", "Every second, each worker". */
export const scheduleWords = (schedule: Schedule): string => {
  if (schedule.kind === "asked") return "On request";
  if (schedule.kind === "daily") return `Each day at ${schedule.at}`;
  return `Every ${inWords(schedule.seconds)}${schedule.kind === "every" ? "" : ", each worker"}`;
};

/** The same as a pattern of BullMQ's: minute, hour, day, month, weekday. */
export const patternOf = ({ at }: Extract<Schedule, { kind: "daily" }>): string => {
  const [hour, minute] = at.split(":").map(Number);
  return `${minute} ${hour} * * *`;
};

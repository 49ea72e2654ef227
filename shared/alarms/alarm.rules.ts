import { type Alarm, severities } from "./alarm.schema.ts";
/** At most this many open alarms are listed, the worst first. */
export const mostAlarms = 500;
export const mostSteps = 100;

/**
 * Where Home puts a machine of an open alarm: what is critical between offline and unavailable machines (100), what is a
 * warning before the others that are online (200).
 */
export const alarmPlaces = { critical: 50, warning: 150, info: Number.POSITIVE_INFINITY } as const;

interface Placed {
  severity: Alarm["severity"];
  machine: string | null;
  members: readonly { _id: string }[];
}

/** The place of each machine of these alarms, by its id. `alarms` stand the worst first. */
export const placesByAlarms = (alarms: readonly Placed[]): Map<string, number> => {
  const places = new Map<string, number>();
  for (const { severity, machine, members } of alarms.toReversed())
    for (const id of machine ? [machine] : members.map(({ _id }) => _id)) places.set(id, alarmPlaces[severity]);
  return places;
};

type Standing = Pick<Alarm, "state" | "seenBy" | "snoozedUntil" | "quietUntil">;
const isPast = (at: string | null, now: number) => at === null || Date.parse(at) <= now;

/** Whether nobody has taken note of it yet: the navigation counts these. */
export const needsSomebody = ({ state, seenBy, snoozedUntil, quietUntil }: Standing, now: number): boolean =>
  state === "open" && seenBy === null && isPast(snoozedUntil, now) && isPast(quietUntil, now);

/** Put aside for a time by an operator, or by work on its machine. */
export const isAside = ({ snoozedUntil, quietUntil }: Pick<Standing, "snoozedUntil" | "quietUntil">, now: number) =>
  !isPast(snoozedUntil, now) || !isPast(quietUntil, now);

/** The worst first, and of those the oldest. */
export const bySeverityAndAge = (a: Pick<Alarm, "severity" | "startedAt">, b: Pick<Alarm, "severity" | "startedAt">) =>
  severities.indexOf(a.severity) - severities.indexOf(b.severity) || Date.parse(a.startedAt) - Date.parse(b.startedAt);

export const clearedText = "This alarm has cleared";
/** An alarm may be put aside for this long at most. */
export const longestSnoozeMs = 7 * 86_400_000;

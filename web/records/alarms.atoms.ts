import { listAlarms } from "#shared/alarms/alarm.api.ts";
import { bySeverityAndAge, mostAlarms } from "#shared/alarms/alarm.rules.ts";
import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { paths } from "../app/paths.ts";
import { loadAgain } from "../live/follow.ts";
import { liveAtom } from "../live/live.atom.ts";
import { loadBy } from "../live/load-by.ts";
import { withoutRecord, withRecord } from "../live/records.ts";
import { atom, store, useAtomValue } from "../state/jotai.ts";

/** What is wrong after this event of an alarm: what has cleared leaves, the worst and oldest stand first. */
const afterAlarm = (known: Alarm[], incoming: Alarm): Alarm[] =>
  incoming.state === "cleared"
    ? withoutRecord(known, incoming)
    : withRecord(known, incoming).toSorted(bySeverityAndAge);

/**
 * What an operator's own call answered. It may come after the events that followed it, of which what workers write does
 * not count as an edit: it brings back nothing that has cleared, nor what was said before.
 */
export const afterReply = (known: Alarm[], incoming: Alarm): Alarm[] =>
  known.some(({ _id, rev }) => _id === incoming._id && rev < incoming.rev) ? afterAlarm(known, incoming) : known;

/** The alarm's place in the queue of alarms. */
export const caseOf = ({ _id }: Pick<Alarm, "_id">): string => `${paths.alarms}?case=${_id}`;

/** MongoDB's time, milliseconds since 1970, at which this page's own clock (`performance.now`) began. */
let beganAt: number | undefined;
/**
 * MongoDB's time at a moment of `performance.now`, whatever the browser's clock says: a second or two early, known with
 * the first alarms.
 */
export const mongoTimeOf = (moment: number): number => (beganAt ?? 0) + moment;

/** Whether more alarms are open than were loaded: only the worst are. */
export const moreAlarmsAtom = atom(false);
/** Of the loaded ones so many may clear before the next worst are loaded: not with each that clears. */
const mostGone = 50;

/** Where more are open than were loaded, others take the place of those that have cleared. */
export const filledUp = (left: Alarm[], isCut: boolean): Alarm[] | typeof loadAgain =>
  isCut && left.length <= mostAlarms - mostGone ? loadAgain : left;

/** All open alarms, or the worst of more, kept true while somebody looks. */
export const alarmsAtom = liveAtom<Alarm[]>({
  rooms: ["alarms"],
  load: loadBy(listAlarms, {}, ({ alarms, total, asOf }) => {
    store.set(moreAlarmsAtom, total > alarms.length);
    beganAt ??= Number.parseInt(asOf.slice(0, 8), 16) * 1_000 - performance.now();
    return alarms;
  }),
  handlers: {
    "alarm.changed": (known, incoming) => filledUp(afterAlarm(known, incoming), store.get(moreAlarmsAtom)),
    "alarm.removed": withoutRecord,
  },
});

/** Open alarms of a machine, the worst first; an outage that it is part of stands among them. */
export const useAlarmsOf = (machine: string): readonly Alarm[] => {
  const { data = [] } = useAtomValue(alarmsAtom);
  return data.filter((alarm) => alarm.machine === machine || alarm.members.some(({ _id }) => _id === machine));
};

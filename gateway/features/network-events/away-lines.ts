import { groupBy } from "#shared/grouping/group-by.ts";
import { type AwayLine, mostAwayLines, mostVerbs } from "#shared/network-events/while-away.schema.ts";

interface Named {
  _id: string;
  name: string;
}

/** What was found, with names; each list may be in any order. */
export interface FoundAway {
  /** Critical alarms. `isOutage`: of a machine or a region that was not heard. */
  alarms: {
    _id: string;
    subject: string;
    isOutage: boolean;
    machine: Named | null;
    words: string;
    startedAt: Date;
    clearedAt: Date | null;
    lastAt: Date;
    count: number;
  }[];
  failedVends: { machine: Named; count: number; at: Date; transaction: string }[];
  /** By operator and verb; `record` is the last one. */
  actions: { by: Named; verb: string; count: number; at: Date; record: string }[];
}

const refunded = "transaction.refunded";
const sumOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0);
const newest = (moments: readonly Date[]): string => new Date(Math.max(...moments.map(Number))).toISOString();

const alarmLines = (alarms: FoundAway["alarms"], now: number): AwayLine[] =>
  [...groupBy(alarms, ({ subject, isOutage }) => `${isOutage} ${subject}`).values()].flatMap((alike): AwayLine[] => {
    const last = alike.toSorted((one, other) => +other.startedAt - +one.startedAt)[0];
    if (!last) return [];
    const { _id, isOutage, machine, words } = last;
    const isOver = alike.every(({ clearedAt }) => clearedAt !== null);
    const times = sumOf(alike.map(({ count }) => count));
    const at = isOver
      ? newest(alike.map(({ clearedAt, lastAt }) => clearedAt ?? lastAt))
      : last.startedAt.toISOString();
    if (!isOutage) return [{ kind: "alarm", at, alarm: _id, words, times, isOver }];
    const lastedMs = sumOf(alike.map(({ startedAt, clearedAt }) => Math.max(0, +(clearedAt ?? now) - +startedAt)));
    return [{ kind: "outage", at, machine, words, times, lastedMs, isOver }];
  });

const actionLines = (actions: FoundAway["actions"]): AwayLine[] =>
  [...groupBy(actions, ({ by }) => by._id).values()].flatMap((all): AwayLine[] => {
    const by = all[0]?.by;
    if (!by) return [];
    const verbs = all
      .map(({ verb, count }) => ({ verb, count }))
      .toSorted((one, other) => other.count - one.count || one.verb.localeCompare(other.verb));
    const others = sumOf(verbs.slice(mostVerbs).map(({ count }) => count));
    return [{ kind: "actions", at: newest(all.map(({ at }) => at)), by, verbs: verbs.slice(0, mostVerbs), others }];
  });

/** What still goes on, then cans that wait, then what is over, then money, then everything else. */
const rankOf = (line: AwayLine): number => {
  if (line.kind === "outage" || line.kind === "alarm") return line.isOver ? 3 : line.kind === "outage" ? 0 : 1;
  if (line.kind === "failed vends") return 2;
  return line.kind === "refunds" ? 4 : 5;
};

/** The lines of what happened, summed by machine and by operator: the gravest first, then the newest; the rest counted. */
export const awayLinesOf = ({ alarms, failedVends, actions }: FoundAway, now: number) => {
  const refunds = actions.filter(({ verb }) => verb === refunded);
  const lines: AwayLine[] = [
    ...alarmLines(alarms, now),
    ...failedVends.map(({ machine, count, at, transaction }) => ({
      kind: "failed vends" as const,
      at: at.toISOString(),
      machine,
      count,
      transaction,
    })),
    ...refunds.map(({ by, count, at, record }) => ({
      kind: "refunds" as const,
      at: at.toISOString(),
      by,
      count,
      transaction: count === 1 ? record : null,
    })),
    ...actionLines(actions.filter(({ verb }) => verb !== refunded)),
  ].sort((one, other) => rankOf(one) - rankOf(other) || other.at.localeCompare(one.at));
  return { lines: lines.slice(0, mostAwayLines), more: Math.max(0, lines.length - mostAwayLines) };
};

import { alarmPlaces } from "#shared/alarms/alarm.rules.ts";
import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { rankOf } from "./find-cards.ts";
import type { MachineCard } from "./home-cards.ts";

export type Rank = (card: MachineCard) => number;

/** Orders cards as `rankOf`, with machines of open alarms before their like. `alarms` stand the worst first. */
export const rankByAlarms = (alarms: readonly Pick<Alarm, "severity" | "machine" | "members">[]): Rank => {
  const worst = new Map<string, number>();
  for (const { severity, machine, members } of alarms.toReversed())
    for (const id of machine ? [machine] : members.map(({ _id }) => _id)) worst.set(id, alarmPlaces[severity]);
  return (card) => Math.min(rankOf(card), worst.get(card.record._id) ?? Number.POSITIVE_INFINITY);
};

import { placesByAlarms } from "#shared/alarms/alarm.rules.ts";
import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { rankOf } from "./find-cards.ts";
import type { MachineCard } from "./home-cards.ts";

export type Rank = (card: MachineCard) => number;

/** Orders cards as `rankOf`, with machines of open alarms before their like. `alarms` stand the worst first. */
export const rankByAlarms = (alarms: readonly Pick<Alarm, "severity" | "machine" | "members">[]): Rank => {
  const places = placesByAlarms(alarms);
  return (card) => Math.min(rankOf(card), places.get(card.record._id) ?? Number.POSITIVE_INFINITY);
};

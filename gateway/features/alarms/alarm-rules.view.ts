import type { AlarmRuleDocument } from "#shared/alarms/alarm-rule.document.server.ts";
import { dutyOrder } from "#shared/alarms/alarm-rule.rules.ts";
import type { AlarmRule } from "#shared/alarms/alarm-rule.schema.ts";

/** Names of the operators who may sign in, by their ids. */
export type OperatorsByName = ReadonlyMap<string, string>;

/** A rule with who is notified first at this moment (milliseconds since 1970). */
export const alarmRuleView = (
  { _id, turnsFrom, regions, rota, ...shown }: AlarmRuleDocument,
  names: OperatorsByName,
  { now, timeZone }: { now: number; timeZone: string },
): AlarmRule => {
  const turns = rota.map(({ operator: id, awayUntil }) => {
    const operator = id.toHexString();
    const away = names.has(operator) ? (awayUntil?.getTime() ?? null) : Number.POSITIVE_INFINITY;
    return { operator, name: names.get(operator) ?? "", awayUntil: away };
  });
  const ofWeek = { rota: turns, handOver: shown.handOver, turnsFrom: turnsFrom.getTime() };
  const [first] = dutyOrder(ofWeek, now, timeZone);
  return {
    ...shown,
    _id: _id.toHexString(),
    regions: regions.map((id) => id.toHexString()),
    rota: turns.map(({ operator, name }, place) => ({
      operator,
      name,
      awayUntil: rota[place]?.awayUntil?.toISOString() ?? null,
    })),
    onDuty: first ? { _id: first.operator, name: first.name } : null,
  };
};

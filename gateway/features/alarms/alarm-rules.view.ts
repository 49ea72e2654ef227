import type { AlarmRuleDocument } from "#shared/alarms/alarm-rule.document.server.ts";
import type { AlarmRule } from "#shared/alarms/alarm-rule.schema.ts";
import { dutyOf } from "#shared/alarms/duty.server.ts";

/** Names of the operators who may sign in, by their ids. */
export type OperatorsByName = ReadonlyMap<string, string>;

/** A rule with who is notified first at this moment (milliseconds since 1970). */
export const alarmRuleView = (
  { _id, turnsFrom, regions, rota, ...shown }: AlarmRuleDocument,
  names: OperatorsByName,
  { now, timeZone }: { now: number; timeZone: string },
): AlarmRule => {
  const [first] = dutyOf({ rota, turnsFrom, handOver: shown.handOver }, names, now, timeZone);
  return {
    ...shown,
    _id: _id.toHexString(),
    regions: regions.map((id) => id.toHexString()),
    rota: rota.map(({ operator, awayUntil }) => ({
      operator: operator.toHexString(),
      name: names.get(operator.toHexString()) ?? "",
      awayUntil: awayUntil?.toISOString() ?? null,
    })),
    onDuty: first ? { _id: first.operator.toHexString(), name: first.name } : null,
  };
};

import type { ObjectId } from "mongodb";
import type { AlarmRuleDocument } from "./alarm-rule.document.server.ts";
import { dutyOrder } from "./alarm-rule.rules.ts";

/** An operator of a rota, with the name of today. */
export interface OnDuty {
  operator: ObjectId;
  name: string;
}

/**
 * The rota of a rule at this moment (milliseconds since 1970): who has it stands first, without those who are away.
 * `names` are those of the operators who may sign in; another one keeps their turn, so that the others' do not move.
 */
export const dutyOf = (
  { rota, handOver, turnsFrom }: Pick<AlarmRuleDocument, "rota" | "handOver" | "turnsFrom">,
  names: ReadonlyMap<string, string>,
  now: number,
  timeZone: string,
): OnDuty[] => {
  const turns = rota.map(({ operator, awayUntil }) => {
    const name = names.get(operator.toHexString());
    const away = name === undefined ? Number.POSITIVE_INFINITY : (awayUntil?.getTime() ?? null);
    return { operator, name: name ?? "", awayUntil: away };
  });
  return dutyOrder({ rota: turns, handOver, turnsFrom: turnsFrom.getTime() }, now, timeZone);
};

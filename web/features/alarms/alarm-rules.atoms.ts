import { addAlarmRule, changeAlarmRule, listAlarmRules, removeAlarmRule } from "#shared/alarms/alarm-rule.api.ts";
import type { AlarmRule, AlarmRuleChange, NewAlarmRule } from "#shared/alarms/alarm-rule.schema.ts";
import { call } from "../../http/call.ts";
import { loadByToken } from "../../http/load-by-token.ts";
import { atom } from "../../state/jotai.ts";

interface Rules {
  alarmRules: AlarmRule[];
  operators: { _id: string; name: string }[];
}
const { shownAtom, loadAtom } = loadByToken(listAlarmRules, (rules): Rules => rules, { quiet: true });

/** All rules by name. Never published: loaded when the page opens, and after its actions. */
export const alarmRulesAtom = atom((get) => get(shownAtom));

export const loadAlarmRulesAtom = loadAtom;

/** Adds it, or changes the one that is given; false where it was refused. What stands is shown afterwards. */
export const saveAlarmRuleAtom = atom(
  null,
  async (_get, set, rule: NewAlarmRule & Pick<AlarmRuleChange, "rev">, id?: string): Promise<boolean> => {
    const { rev: _rev, ...added } = rule;
    const outcome =
      id === undefined
        ? await call(addAlarmRule, { body: added })
        : await call(changeAlarmRule, { params: { id }, body: rule });
    await set(loadAlarmRulesAtom);
    return outcome.is === "done";
  },
);

export const removeAlarmRuleAtom = atom(null, async (_get, set, id: string) => {
  await call(removeAlarmRule, { params: { id } });
  await set(loadAlarmRulesAtom);
});

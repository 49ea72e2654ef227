import { useEffect, useState } from "react";
import { kindOf } from "#shared/alarms/alarm-kinds.ts";
import type { AlarmRule } from "#shared/alarms/alarm-rule.schema.ts";
import { whyOnlyAdmin } from "#shared/users/user.rules.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { serverNow } from "../../state/server-clock.ts";
import { operatorAtom, tokenAtom } from "../../state/session.atoms.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, Facts } from "../../ui/Card.tsx";
import { countText } from "../../ui/count-text.ts";
import { dayText } from "../../ui/day/day-text.ts";
import { Chip } from "../../ui/StateChip.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { alarmRulesAtom, loadAlarmRulesAtom, removeAlarmRuleAtom } from "./alarm-rules.atoms.ts";
import { severityLooks } from "./alarm-words.ts";
import { RuleForm } from "./RuleForm.tsx";
import { dayWords, lastDayAway } from "./rule-form.ts";

const hoursText = ({ hours }: AlarmRule): string => {
  if (!hours) return "Always";
  const days = hours.weekdays.length === 7 ? "Every day" : hours.weekdays.map((day) => dayWords[day]).join(", ");
  return hours.from === hours.until ? days : `${days}, ${hours.from} to ${hours.until}`;
};
const aboutText = ({ kinds, severity, regions }: AlarmRule): string => {
  const which = kinds.length === 0 ? "Every kind" : kinds.map((kind) => kindOf(kind).title).join(", ");
  const where = regions.length === 0 ? "" : `, ${countText(regions.length, "region")}`;
  return `${which}, at least ${severityLooks[severity].word.toLowerCase()}${where}`;
};
const rotaText = ({ rota }: AlarmRule): string =>
  rota
    .map(({ name, awayUntil }) => {
      const isAway = awayUntil !== null && Date.parse(awayUntil) > serverNow();
      return `${name || "May not sign in"}${isAway ? ` (away until ${dayText(lastDayAway(awayUntil))})` : ""}`;
    })
    .join(", ") || "nobody";

function Rule({ rule, why, onEdit }: { rule: AlarmRule; why: string | null; onEdit: () => void }) {
  const remove = useSetAtom(removeAlarmRuleAtom);
  const { name, enabled, onDuty, handOver, nextAfterMinutes, webhook } = rule;
  const question = {
    title: `Remove the rule ${name}?`,
    body: "Nobody is notified by it any more. Alarms stay as they are.",
    action: "Remove rule",
    danger: true,
  };
  return (
    <Card title={name} action={enabled ? undefined : <Chip tone="quiet" icon="pi-ban" word="Not enabled" />}>
      <Facts
        of={[
          ["Notified now", onDuty?.name ?? "nobody"],
          ["Alarms", aboutText(rule)],
          ["Hours", hoursText(rule)],
          ["Rota", rotaText(rule)],
          ["Hand-over", handOver ? `${dayWords[handOver.weekday]}, ${handOver.at}` : "none: a fixed order"],
          ["Next of the rota", nextAfterMinutes === null ? "never" : `after ${nextAfterMinutes} min`],
          ["Webhooks", webhook ? "Yes" : "No"],
        ]}
      />
      <div className="form-foot">
        <Button icon="pi-pencil" whyNot={why} onClick={onEdit}>
          Edit <span className="unseen">{name}</span>
        </Button>
        <ActionButton kind="quiet" whyNot={why} question={question} action={() => remove(rule._id)}>
          Remove <span className="unseen">{name}</span>
        </ActionButton>
      </div>
    </Card>
  );
}

/** A rule that a colleague has removed stays while its form is open, with what is typed in it. */
const withEdited = (rules: AlarmRule[], edited: AlarmRule | "new" | null): AlarmRule[] =>
  edited === null || edited === "new" || rules.some(({ _id }) => _id === edited._id) ? rules : [...rules, edited];

/** Who is notified of which alarms. Admins change it. */
export default function RulesTab() {
  const load = useAtomValue(alarmRulesAtom);
  const reload = useSetAtom(loadAlarmRulesAtom);
  const token = useAtomValue(tokenAtom);
  const operator = useAtomValue(operatorAtom);
  const [edited, setEdited] = useState<AlarmRule | "new" | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another token is another sign-in, perhaps somebody else's.
  useEffect(() => void reload(), [reload, token]);
  const why = operator ? whyOnlyAdmin(operator.role, "alarm-rules") : null;
  const close = () => setEdited(null);
  return (
    <Loadable of={load} onRetry={() => void reload()}>
      {({ alarmRules, operators }) => (
        <div className="alarm-rules">
          {edited === "new" ? (
            <RuleForm rule={null} operators={operators} onDone={close} />
          ) : (
            <div>
              <Button
                icon="pi-plus"
                kind={edited === null && alarmRules.length === 0 ? "primary" : "plain"}
                whyNot={why}
                onClick={() => setEdited("new")}
              >
                Add rule
              </Button>
            </div>
          )}
          {alarmRules.length === 0 && edited !== "new" && (
            <Empty title="No rule notifies anybody" icon="pi-bell">
              A rule says who is notified of which alarms, when, and who is next.
            </Empty>
          )}
          {withEdited(alarmRules, edited).map((rule) =>
            edited !== "new" && rule._id === edited?._id ? (
              <RuleForm
                key={rule._id}
                rule={rule}
                isGone={!alarmRules.includes(rule)}
                operators={operators}
                onDone={close}
              />
            ) : (
              <Rule key={rule._id} rule={rule} why={why} onEdit={() => setEdited(rule)} />
            ),
          )}
        </div>
      )}
    </Loadable>
  );
}

import { severities } from "#shared/alarms/alarm.schema.ts";
import { alarmKinds } from "#shared/alarms/alarm-kinds.ts";
import type { AlarmRule } from "#shared/alarms/alarm-rule.schema.ts";
import { weekdays } from "#shared/http/local-time.ts";
import { regionsAtom } from "../../records/regions.atoms.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { countText } from "../../ui/count-text.ts";
import { ZoneNote } from "../../ui/day/ZoneNote.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { MultiSelectField } from "../../ui/form/MultiSelectField.tsx";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { SwitchField } from "../../ui/form/SwitchField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Notice } from "../../ui/States.tsx";
import { saveAlarmRuleAtom } from "./alarm-rules.atoms.ts";
import { severityLooks } from "./alarm-words.ts";
import { RotaField } from "./RotaField.tsx";
import { dayWords, ruleFields, ruleOfValues, valuesOfRule } from "./rule-form.ts";

const kinds = (Object.keys(alarmKinds) as (keyof typeof alarmKinds)[]).map((value) => ({
  value,
  label: alarmKinds[value].title,
}));
const days = weekdays.map((value) => ({ value, label: dayWords[value] }));
const severityChoices = severities.map((value) => ({ value, label: severityLooks[value].word }));

interface RuleFormProps {
  /** Null is a new one. */
  rule: AlarmRule | null;
  /** A colleague has removed it. */
  isGone?: boolean;
  operators: readonly { _id: string; name: string }[];
  onDone: () => void;
}

/** Which alarms a rule is about, when it holds, and whom it notifies. */
export function RuleForm({ rule, isGone = false, operators, onDone }: RuleFormProps) {
  const save = useSetAtom(saveAlarmRuleAtom);
  const regions = useAtomValue(regionsAtom).data ?? [];
  const { schema, labels, show, blank } = ruleFields;
  const form = useForm({
    schema,
    labels,
    show,
    ...(rule ? { initial: valuesOfRule(rule), version: rule.rev } : { initial: blank }),
    rules: ({ rota, webhook }) => (rota.length === 0 && !webhook ? { rota: "must name at least one operator" } : {}),
    submit: async (values, version) => {
      const rev = version === undefined ? {} : { rev: version };
      if (!(await save({ ...ruleOfValues(values), ...rev }, rule?._id))) return { is: "refused" };
      onDone();
      return { is: "saved" };
    },
  });
  return (
    <Card
      title={rule ? rule.name : "New rule"}
      action={
        <Button small kind="quiet" onClick={onDone}>
          Close
        </Button>
      }
    >
      {isGone && <Notice>Somebody removed this rule: it cannot be saved any more.</Notice>}
      <Form form={form} action={rule ? "Save changes" : "Add rule"} label="Rule" editing={rule !== null}>
        <TextField {...form.field("name")} maxLength={100} />
        <SwitchField {...form.field("enabled")} />
        <div className="form-pair">
          <MultiSelectField
            {...form.field("kinds")}
            options={kinds}
            placeholder="Every kind"
            summary={(count) => countText(count, "kind")}
          />
          <SelectField {...form.field("severity")} options={severityChoices} hint="This severity and worse" />
        </div>
        <div className="form-pair">
          <MultiSelectField
            {...form.field("regions")}
            options={regions.map(({ _id, region }) => ({ value: _id, label: region }))}
            placeholder="Every region"
            summary={(count) => countText(count, "region")}
            emptyText="There is no region yet"
          />
          <MultiSelectField
            {...form.field("weekdays")}
            options={days}
            placeholder="Every day"
            summary={(count) => countText(count, "day")}
          />
        </div>
        <div className="form-pair">
          <TextField {...form.field("from")} type="time" hint="Both empty: the whole day" />
          <TextField {...form.field("until")} type="time" hint="Earlier than the start: ends the next day" />
        </div>
        <ZoneNote of="Times" />
        <RotaField {...form.field("rota")} operators={operators} />
        <SelectField
          {...form.field("handOver")}
          options={days}
          placeholder="A fixed order"
          clearable
          hint="On this weekday the next operator moves to the top"
        />
        {form.values.handOver !== null && <TextField {...form.field("handOverAt")} type="time" />}
        <NumberField
          {...form.field("nextAfterMinutes")}
          hint="If nobody acknowledges the alarm. Empty: it stays with the first"
        />
        <SwitchField {...form.field("webhook")} hint="Webhooks get every alarm until a rule is switched on here" />
      </Form>
    </Card>
  );
}

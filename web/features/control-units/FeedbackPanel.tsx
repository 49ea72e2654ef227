import { useState } from "react";
import { lockFailures, operationTypes } from "#shared/control-units/control-unit.schema.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { Check } from "../../ui/Check.tsx";
import { useAction } from "../../ui/use-action.ts";
import { sendFeedbackAtom } from "./control-units.atoms.ts";
import { Panel, PanelError } from "./Panel.tsx";
import { type Chosen, feedbackCheck } from "./panel-checks.ts";
import { useSaid } from "./use-said.ts";

interface ChoiceProps<T extends string> {
  label: string;
  options: readonly T[];
  value: T | null;
  onChange: (value: T | null) => void;
}

/** One of several or none: choosing one clears the other (specification: Test panel choices). */
function Choice<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  return (
    <fieldset className="choice">
      <legend className="field-label">{label}</legend>
      {options.map((option) => (
        <Check key={option} checked={value === option} onChange={(checked) => onChange(checked ? option : null)}>
          {option}
        </Check>
      ))}
    </fieldset>
  );
}

/** What a technician says of the current session. */
export function FeedbackPanel({ chosen, folded }: { chosen: Chosen; folded?: boolean }) {
  const [lockFailedTo, setLockFailedTo] = useState<(typeof lockFailures)[number] | null>(null);
  const [operationType, setOperationType] = useState<(typeof operationTypes)[number] | null>(null);
  const [error, setError] = useSaid(chosen.machine?._id, chosen.session);
  const { doing, during } = useAction<"send">();
  const sendFeedback = useSetAtom(sendFeedbackAtom);

  const send = async () => {
    if (doing) return;
    const checked = feedbackCheck(chosen, lockFailedTo, operationType);
    setError("error" in checked ? checked.error : null);
    if ("error" in checked) return;
    if (!(await during("send", () => sendFeedback(checked)))) return;
    setLockFailedTo(null);
    setOperationType(null);
  };
  const edited =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setError(null);
    };
  return (
    <Panel title="Testing Feedback" part="testing-feedback" folded={folded}>
      <div className="choices">
        <Choice label="Lock status" options={lockFailures} value={lockFailedTo} onChange={edited(setLockFailedTo)} />
        <Choice
          label="Operation type"
          options={operationTypes}
          value={operationType}
          onChange={edited(setOperationType)}
        />
      </div>
      <PanelError error={error} />
      <div className="panel-actions">
        <Button working={doing !== null} onClick={() => void send()}>
          Send Feedback
        </Button>
      </div>
    </Panel>
  );
}

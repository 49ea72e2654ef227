import { useState } from "react";
import { serverNow } from "../state/server-clock.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { ChoiceField } from "../ui/form/ChoiceField.tsx";
import { OwnForm } from "../ui/form/OwnForm.tsx";
import { PickWords } from "../ui/form/PickWords.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { useUnsaved } from "../ui/form/use-unsaved.ts";
import { useAction } from "../ui/use-action.ts";

const hour = 3_600_000;
const lengths = [
  ["1 hour", hour],
  ["4 hours", 4 * hour],
  ["1 day", 24 * hour],
  ["3 days", 72 * hour],
  ["7 days", 168 * hour],
] as const;
const reasons = ["Repair", "Refill", "Cleaning", "No power"];

interface WorkCardProps {
  /** What is under work now, as a sentence; null where nothing is. */
  present: string | null;
  /** True where it is stored. `until: null` ends it. */
  send: (request: { until: string | null; reason: string }) => Promise<boolean>;
}

/** Says until when somebody works there, and why: nothing is sold and no alarm announced meanwhile. */
export function WorkCard({ present, send }: WorkCardProps) {
  const [ms, setMs] = useState<number>(lengths[1][1]);
  const [reason, setReason] = useState("");
  const { doing, during } = useAction<"begin">();
  const isReady = reason.trim() !== "";
  useUnsaved("Reason of the work", isReady && doing === null);
  const begin = async () => {
    const until = new Date(serverNow() + ms).toISOString();
    if (await send({ until, reason })) setReason("");
  };
  return (
    <Card title="Maintenance">
      {/* Enter begins it too. */}
      <OwnForm className="form" aria-label="Maintenance" onSubmit={() => isReady && during("begin", begin)}>
        {present !== null && <p>{present}</p>}
        <p className="muted">Nothing is sold and no alarm is announced until then. It ends by itself.</p>
        <ChoiceField name="length" label="Under work for" choices={lengths} value={ms} onChange={setMs} />
        <TextField name="reason" label="Reason" value={reason} onChange={setReason} maxLength={200} />
        <PickWords words={reasons} onPick={setReason} />
        <div className="form-foot">
          <Button type="submit" working={doing !== null} whyNot={isReady ? null : "Write the reason first"}>
            {present === null ? "Begin work" : "Work until then"}
          </Button>
          {present !== null && <ActionButton action={() => send({ until: null, reason: "" })}>End work</ActionButton>}
        </div>
      </OwnForm>
    </Card>
  );
}

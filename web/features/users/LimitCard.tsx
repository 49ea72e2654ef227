import { changeCansLimit } from "#shared/cans/cans.api.ts";
import { cansRecord } from "#shared/cans/cans.record.ts";
import { CanCount, type Cans } from "#shared/cans/cans.schema.ts";
import { orNothing } from "#shared/http/fields.ts";
import { saveBy } from "../../http/save-edit.ts";
import { EditCard } from "../../recipes/EditCard.tsx";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOf } from "../../ui/form/fields.ts";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { ReasonField, reason } from "../../ui/form/ReasonField.tsx";
import type { FormHandle } from "../../ui/form/use-form.ts";

const fields = fieldsOf({
  cansLimit: { label: "Daily cans limit", is: orNothing(CanCount) },
  openedCans: { label: "Opened cans", is: orNothing(CanCount) },
  reason,
});
const saveLimit = saveBy(changeCansLimit, cansRecord);

function LimitForm({ onSaved, ...shown }: Shown<Cans> & { onSaved: () => void }) {
  const form: FormHandle<ReturnType<typeof fields.valuesOf>> = useRecordForm({
    ...fields,
    ...shown,
    valuesOf: (cans) => fields.valuesOf({ ...cans, reason: "" }),
    save: async ({ openedCans, ...change }, madeOn) => {
      // A form that was opened yesterday has yesterday's count: it is not today's because the limit is changed.
      const sent = form.changed.includes("openedCans") ? { ...change, openedCans } : change;
      const edited = await saveLimit(sent, madeOn);
      if (edited.is === "saved") onSaved();
      return edited;
    },
  });
  return (
    <Form form={form} action="Save limit" label="Daily limit" plain>
      <div className="form-figures">
        <NumberField {...form.field("cansLimit")} hint="0: the limit of the machine's profile" />
        <NumberField {...form.field("openedCans")} hint="Today" />
      </div>
      <ReasonField {...form.field("reason")} />
    </Form>
  );
}

/** How many cans the user may take a day, and how many they took today (specification: User). */
export function LimitCard(shown: Shown<Cans>) {
  const { cansLimit, openedCans } = shown.record;
  return (
    <EditCard
      title="Daily limit"
      facts={[
        [fields.labels.cansLimit, cansLimit === 0 ? "The limit of the machine's profile" : cansLimit],
        [fields.labels.openedCans, `${openedCans} today`],
      ]}
    >
      {(close) => <LimitForm {...shown} onSaved={close} />}
    </EditCard>
  );
}

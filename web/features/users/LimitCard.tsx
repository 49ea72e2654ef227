import { changeCansLimit } from "#shared/cans/cans.api.ts";
import { cansRecord } from "#shared/cans/cans.record.ts";
import { CanCount, type Cans } from "#shared/cans/cans.schema.ts";
import { orNothing } from "#shared/http/fields.ts";
import { saveBy } from "../../http/save-edit.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOf } from "../../ui/form/fields.ts";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { ReasonField, reason } from "../../ui/form/ReasonField.tsx";

const fields = fieldsOf({
  cansLimit: { label: "Daily cans limit", is: orNothing(CanCount) },
  openedCans: { label: "Opened cans", is: orNothing(CanCount) },
  reason,
});
const saveLimit = saveBy(changeCansLimit, cansRecord);

/** How many cans the user may take a day, and how many they took today (specification: User). */
export function LimitCard(shown: Shown<Cans>) {
  const form = useRecordForm({
    ...fields,
    ...shown,
    valuesOf: (cans) => fields.valuesOf({ ...cans, reason: "" }),
    // A page that was opened yesterday shows yesterday's count: it is not today's because the limit is changed.
    save: ({ openedCans, ...change }, madeOn) =>
      saveLimit(openedCans === shown.record.openedCans ? change : { ...change, openedCans }, madeOn),
  });
  return (
    <Card title="Daily limit">
      <Form form={form} action="Save limit" label="Daily limit" plain>
        <div className="form-figures">
          <NumberField {...form.field("cansLimit")} hint="0 leaves it to the machine's profile" />
          <NumberField {...form.field("openedCans")} hint="Today" />
        </div>
        <ReasonField {...form.field("reason")} />
      </Form>
    </Card>
  );
}

import * as z from "zod";
import { changeCansLimit } from "#shared/cans/cans.api.ts";
import { cansRecord } from "#shared/cans/cans.record.ts";
import { CanCount, type Cans } from "#shared/cans/cans.schema.ts";
import { line } from "#shared/http/fields.ts";
import { saveById } from "../../http/save-edit.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";

const labels = { cansLimit: "Daily cans limit", openedCans: "Opened cans", reason: "Reason" };
/** An empty number is 0 (specification section 5). */
const count = z.union([CanCount, z.null().transform(() => 0)]);
const schema = z.strictObject({ cansLimit: count, openedCans: count, reason: line(300) });
type Values = z.input<typeof schema>;
const valuesOf = ({ cansLimit, openedCans }: Cans): Values => ({ cansLimit, openedCans, reason: "" });

/** How many cans the user may take a day, and how many he took today (specification section 3). */
export function LimitCard({ record, onKnown }: Shown<Cans>) {
  const form = useRecordForm<Cans, Values, z.output<typeof schema>>({
    record,
    onKnown,
    schema,
    valuesOf,
    labels,
    save: ({ cansLimit, openedCans, reason }, madeOn) =>
      saveById(
        record._id,
        // A page that was opened yesterday shows yesterday's count: it is not today's because the limit is changed.
        { cansLimit, ...(openedCans === record.openedCans ? {} : { openedCans }), reason },
        { ...madeOn, endpoint: changeCansLimit, record: cansRecord },
      ),
  });
  return (
    <Card title="Daily limit">
      <Form form={form} action="Save limit" editing label="Daily limit" plain>
        <div className="user-figures">
          <NumberField {...form.field("cansLimit")} hint="0 leaves it to the machine's profile" />
          <NumberField {...form.field("openedCans")} hint="Today" />
        </div>
        <TextField {...form.field("reason")} maxLength={300} hint="Is kept with the change" />
      </Form>
    </Card>
  );
}

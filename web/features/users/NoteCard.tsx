import { lines } from "#shared/http/fields.ts";
import { noteRecord } from "#shared/users/note.record.ts";
import type { Note } from "#shared/users/note.schema.ts";
import { changeNote } from "#shared/users/user.api.ts";
import { saveBy } from "../../http/save-edit.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOf } from "../../ui/form/fields.ts";
import { TextField } from "../../ui/form/TextField.tsx";
import { dayTime } from "../../ui/times.ts";

const fields = fieldsOf({ note: { label: "Note", is: lines(4_000) } });

/** What operators write down about a user; everybody sees who wrote last. */
export function NoteCard(shown: Shown<Note>) {
  const form = useRecordForm({ ...fields, ...shown, save: saveBy(changeNote, noteRecord) });
  const { author, updatedAt } = shown.record;
  const hint = updatedAt ? `Last written by ${author || "nobody known"}, ${dayTime(Date.parse(updatedAt))}` : undefined;
  return (
    <Card title="Notes">
      <Form form={form} action="Save note" label="Note" plain>
        <TextField {...form.field("note")} rows={5} maxLength={4_000} hint={hint} />
      </Form>
    </Card>
  );
}

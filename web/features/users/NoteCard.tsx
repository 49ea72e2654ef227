import * as z from "zod";
import { lines } from "#shared/http/fields.ts";
import { noteRecord } from "#shared/users/note.record.ts";
import type { Note } from "#shared/users/note.schema.ts";
import { changeNote } from "#shared/users/user.api.ts";
import { saveById } from "../../http/save-edit.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { dayTime } from "../../ui/times.ts";

const labels = { note: "Note" };
const schema = z.strictObject({ note: lines(4_000) });
const valuesOf = ({ note }: Note) => ({ note });

/** What operators write down about a user; everybody sees who wrote last. */
export function NoteCard({ record, onKnown }: Shown<Note>) {
  const form = useRecordForm({
    record,
    onKnown,
    schema,
    valuesOf,
    labels,
    save: (change, madeOn) => saveById(record._id, change, { ...madeOn, endpoint: changeNote, record: noteRecord }),
  });
  const { author, updatedAt } = record;
  return (
    <Card title="Notes">
      <Form form={form} action="Save note" editing label="Note" plain>
        <TextField
          {...form.field("note")}
          rows={5}
          maxLength={4_000}
          hint={
            updatedAt ? `Last written by ${author || "nobody known"}, ${dayTime(Date.parse(updatedAt))}` : undefined
          }
        />
      </Form>
    </Card>
  );
}

import { lines } from "#shared/http/fields.ts";
import { noteRecord } from "#shared/users/note.record.ts";
import type { Note } from "#shared/users/note.schema.ts";
import { changeNote } from "#shared/users/user.api.ts";
import { saveBy } from "../../http/save-edit.ts";
import { EditCard } from "../../recipes/EditCard.tsx";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOf } from "../../ui/form/fields.ts";
import { TextField } from "../../ui/form/TextField.tsx";
import { dayTime } from "../../ui/times.ts";

const fields = fieldsOf({ note: { label: "Note", is: lines(4_000) } });

const saveWords = saveBy(changeNote, noteRecord);

const writtenBy = ({ author, updatedAt }: Note): string | undefined =>
  updatedAt ? `Last written by ${author || "nobody known"}, ${dayTime(Date.parse(updatedAt))}` : undefined;

function NoteForm({ onSaved, ...shown }: Shown<Note> & { onSaved: () => void }) {
  const form = useRecordForm({
    ...fields,
    ...shown,
    save: async (change, madeOn) => {
      const edited = await saveWords(change, madeOn);
      if (edited.is === "saved") onSaved();
      return edited;
    },
  });
  return (
    <Form form={form} action="Save note" label="Note" plain>
      <TextField {...form.field("note")} rows={5} maxLength={4_000} hint={writtenBy(shown.record)} />
    </Form>
  );
}

/** What operators write down about a user; everybody sees who wrote last. */
export function NoteCard(shown: Shown<Note>) {
  const { note } = shown.record;
  const by = writtenBy(shown.record);
  return (
    <EditCard
      title="Notes"
      facts={
        <>
          <p className={note === "" ? "muted" : "user-note"}>{note || "Nothing is noted."}</p>
          {by && <p className="muted user-note-by">{by}</p>}
        </>
      }
    >
      {(close) => <NoteForm {...shown} onSaved={close} />}
    </EditCard>
  );
}

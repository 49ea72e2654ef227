import { Button } from "../Button.tsx";
import type { Conflict, Values } from "./form-types.ts";
import { changedKeys } from "./form-values.ts";
import { TheirsAndYours } from "./TheirsAndYours.tsx";
import type { FormHandle } from "./use-form.ts";

/** Somebody else saved this record meanwhile: theirs and yours side by side, and the choice. */
export function ConflictPanel<V extends Values>({ form, conflict }: { form: FormHandle<V>; conflict: Conflict<V> }) {
  const differing = changedKeys(conflict.theirs, form.values).map((key) => ({
    name: form.labels[key],
    theirs: form.read(key, conflict.theirs),
    yours: form.read(key, form.values),
    isMine: form.changed.includes(key),
  }));
  return (
    <TheirsAndYours
      title="Somebody else changed this while you were editing"
      level="h2"
      differing={differing}
      takesFocus={conflict.isAnswer}
      note="Keep yours puts your changes on top of theirs. Nothing is saved yet."
    >
      <Button onClick={form.takeTheirs}>Take theirs</Button>
      <Button onClick={form.keepMine}>Keep yours</Button>
    </TheirsAndYours>
  );
}

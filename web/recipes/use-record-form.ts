import type { Edited, MadeOn } from "../http/save-edit.ts";
import type { Errors, Values } from "../ui/form/form-types.ts";
import { changedKeys } from "../ui/form/form-values.ts";
import { type FormHandle, type FormOptions, useForm } from "../ui/form/use-form.ts";

type Shared<V extends Values, Out> = Pick<FormOptions<V, Out>, "schema" | "labels" | "rules" | "onRefused">;

interface RecordFormOptions<R extends { rev: number }, V extends Values, Out>
  extends Shared<V, Out>,
    Pick<FormOptions<V, Out>, "show"> {
  record: R;
  /** What a reply says is shown at once, before its news comes. */
  onKnown: (told: R) => void;
  valuesOf: (record: R) => V;
  save: (values: Out, madeOn: MadeOn<R>) => Promise<Edited<R>>;
  /** Where the server's words stand when another record holds what must be unique. */
  taken?: (error: string) => Errors<NoInfer<V>>;
}

/**
 * The form of a record that exists. It follows what others change, saves over changes that do not concern it, and shows
 * theirs and yours where they do.
 */
export function useRecordForm<R extends { rev: number }, V extends Values, Out>(
  options: RecordFormOptions<R, V, Out>,
): FormHandle<V> {
  const { record, onKnown, valuesOf, save, taken, ...form } = options;
  const values = valuesOf(record);
  return useForm<V, Out>({
    ...form,
    initial: values,
    version: record.rev,
    submit: async (sent, rev = record.rev) => {
      const isUntouched = (present: R) => changedKeys(values, valuesOf(present)).length === 0;
      const edited = await save(sent, { rev, isUntouched });
      if (edited.is === "failed") return edited;
      if (edited.is === "refused") return { is: "refused", errors: edited.taken ? taken?.(edited.error) : undefined };
      onKnown(edited.record);
      const [now, version] = [valuesOf(edited.record), edited.record.rev];
      return edited.is === "stale" ? { is: "stale", theirs: now, version } : { is: "saved", values: now, version };
    },
  });
}

interface AddingFormOptions<R, V extends Values, Out> extends Shared<V, Out> {
  blank: V;
  add: (values: Out) => Promise<Edited<R>>;
  /** Where the server's words stand when another record holds what must be unique. */
  taken?: (error: string) => Errors<NoInfer<V>>;
  /** It is there: leads to its page, or says so. */
  onAdded: (record: R, sent: Out) => void;
}

/** The form that adds a record. */
export function useAddingForm<R, V extends Values, Out>(options: AddingFormOptions<R, V, Out>): FormHandle<V> {
  const { blank, add, taken, onAdded, ...form } = options;
  return useForm<V, Out>({
    ...form,
    initial: blank,
    submit: async (values) => {
      const added = await add(values);
      if (added.is === "failed") return added;
      if (added.is === "refused") return { is: "refused", errors: added.taken ? taken?.(added.error) : undefined };
      // What others changed meanwhile is no matter of the new one.
      if (added.is === "stale") return { is: "refused" };
      onAdded(added.record, values);
      return { is: "saved" };
    },
  });
}

import { useLocation, useNavigate } from "react-router-dom";
import { pathTo } from "../app/paths.ts";
import type { Edited, MadeOnRecord } from "../http/save-edit.ts";
import type { Errors, Submitted, Values } from "../ui/form/form-types.ts";
import { changedKeys } from "../ui/form/form-values.ts";
import { type FormHandle, type FormOptions, useForm } from "../ui/form/use-form.ts";
import { useIsHere } from "../ui/use-is-here.ts";
import type { Shown } from "./RecordPage.tsx";

interface Recorded {
  _id: string;
  rev: number;
}

interface Shared<V extends Values, Out>
  extends Pick<FormOptions<V, Out>, "schema" | "labels" | "show" | "rules" | "onRefused"> {
  /** Where the server's text is shown when another record has the unique value. */
  taken?: (error: string) => Errors<NoInfer<V>>;
}

interface Editing<R, V extends Values, Out> extends Shared<V, Out> {
  valuesOf: (record: R) => V;
  save: (values: Out, madeOn: MadeOnRecord<R>) => Promise<Edited<R>>;
}

interface Adding<R, V extends Values, Out> extends Shared<V, Out> {
  blank: V;
  add: (values: Out) => Promise<Edited<R>>;
  /** It is there: leads to its page, or says so. */
  onAdded: (record: R, sent: Out) => void;
}

const notSaved = <R, V extends Values>(
  ended: Exclude<Edited<R>, { record: R }>,
  taken: ((error: string) => Errors<V>) | undefined,
): Submitted<V> =>
  ended.is === "failed" ? ended : { is: "refused", errors: ended.taken ? taken?.(ended.error) : undefined };

const editing = <R extends Recorded, V extends Values, Out>({
  record,
  onKnown,
  valuesOf,
  save,
  taken,
}: Editing<R, V, Out> & Shown<R>) => {
  const values = valuesOf(record);
  return {
    initial: values,
    version: record.rev,
    submit: async (sent: Out, rev = record.rev): Promise<Submitted<V>> => {
      const isUntouched = (present: R) => changedKeys(values, valuesOf(present)).length === 0;
      const edited = await save(sent, { _id: record._id, rev, isUntouched });
      if (!("record" in edited)) return notSaved(edited, taken);
      onKnown(edited.record);
      const [now, version] = [valuesOf(edited.record), edited.record.rev];
      return edited.is === "stale" ? { is: "stale", theirs: now, version } : { is: "saved", values: now, version };
    },
  };
};

const adding = <R, V extends Values, Out>({ blank, add, taken, onAdded }: Adding<R, V, Out>) => ({
  initial: blank,
  submit: async (sent: Out): Promise<Submitted<V>> => {
    const added = await add(sent);
    // What others changed meanwhile is no matter of the new one.
    if (added.is === "stale") return { is: "refused" };
    if (added.is !== "saved") return notSaved(added, taken);
    onAdded(added.record, sent);
    return { is: "saved" };
  },
});

/** By its page, which names whose penalty is added, its record and its fields: a page may have several. */
const useFormName = ({ labels }: { labels: object }, record?: Recorded): string =>
  [useLocation().pathname, record?._id ?? "new", ...Object.keys(labels)].join(" ");

/**
 * The form of a record that exists. It follows what others change, saves over changes that do not concern it, and shows
 * theirs and yours where they do.
 */
export const useRecordForm = <R extends Recorded, V extends Values, Out>(
  options: Editing<R, V, Out> & Shown<R>,
): FormHandle<V> => useForm({ ...options, ...editing(options), keptAs: useFormName(options, options.record) });

/** The form that adds a record. */
export const useAddingForm = <R, V extends Values, Out>(options: Adding<R, V, Out>): FormHandle<V> =>
  useForm({ ...options, ...adding(options), keptAs: useFormName(options) });

/** The form of a record, and where none is shown the one that adds it by the same fields. */
export const useEitherForm = <R extends Recorded, V extends Values, Out>({
  shown,
  ...options
}: Editing<R, V, Out> & Adding<R, V, Out> & { shown: Shown<R> | undefined }): FormHandle<V> =>
  useForm({
    ...options,
    ...(shown ? editing({ ...options, ...shown }) : adding(options)),
    keptAs: useFormName(options, shown?.record),
  });

/** What was added is shown on its page, unless its form was left meanwhile. */
export function useToPageOf(page: "machine" | "product" | "profile" | "region" | "user") {
  const navigate = useNavigate();
  const isHere = useIsHere();
  return ({ _id: id }: { _id: string }) => {
    if (isHere()) void navigate(pathTo(page, { id }));
  };
}

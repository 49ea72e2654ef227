import { type RefObject, useEffect, useId, useRef, useState } from "react";
import type * as z from "zod";
import { isSame } from "../../live/is-same.ts";
import { showFailureAtom } from "../../state/failures.atoms.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { setUnsavedAtom } from "../../state/unsaved.atoms.ts";
import type { Binding, Conflict, Errors, Submitted, Values } from "./form-types.ts";
import { changedKeys, findErrors, inWords, keysOf, rebase } from "./form-values.ts";
import { typedAnew, useKept } from "./use-kept.ts";

export interface FormOptions<V extends Values, Out> {
  /** Parses the inputs' values into what is sent; its messages are fixed texts (specification: Texts of checks). */
  schema: z.ZodType<Out>;
  /** The record's values. When `version` grows, the record was changed elsewhere. */
  initial: V;
  version?: number;
  /** Names the form and what it is about, for what is typed to outlast a sign-in that ends by itself. */
  keptAs?: string;
  /** In the order in which the fields stand. */
  labels: Record<keyof NoInfer<V> & string, string>;
  /** Checks across fields (specification: Validation). */
  rules?: (values: NoInfer<V>) => Errors<NoInfer<V>>;
  /** The alert where the form itself refuses to submit (specification: Checks of forms). */
  onRefused?: (errors: Errors<NoInfer<V>>, values: NoInfer<V>) => void;
  submit: (values: Out, version: number | undefined) => Promise<Submitted<NoInfer<V>>>;
  /** How a value reads in a conflict, where it is not its own text. */
  show?: { [Key in keyof NoInfer<V>]?: (value: NoInfer<V>[Key]) => string };
}

export interface FormHandle<V extends Values> {
  id: string;
  /** It edits a record that exists. */
  isOfRecord: boolean;
  values: V;
  errors: Errors<V>;
  labels: Record<keyof V & string, string>;
  /** The fields that differ from the record. */
  changed: (keyof V & string)[];
  working: boolean;
  conflict: Conflict<V> | null;
  /** Grows with each refused submission; the error summary then takes the focus. */
  refusals: number;
  field<Key extends keyof V & string>(name: Key): Binding<V[Key]>;
  set<Key extends keyof V & string>(name: Key, value: V[Key]): void;
  submit(): Promise<void>;
  reset(): void;
  keepMine(): void;
  takeTheirs(): void;
  read(key: keyof V & string, of: V): string;
}

function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}

const plainly = (value: unknown): string => {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (value === null || value === undefined || value === "") return "none";
  return Array.isArray(value) ? value.join(", ") : String(value);
};

/** The one way to build a form: see web/ui/README.md. */
export function useForm<V extends Values, Out>(options: FormOptions<V, Out>): FormHandle<V> {
  const { schema, labels, rules, show } = options;
  const id = useId();
  const setUnsaved = useSetAtom(setUnsavedAtom);
  const showFailure = useSetAtom(showFailureAtom);
  const [base, setBase] = useState({ values: options.initial, version: options.version });
  const [values, setValues] = useState(options.initial);
  const [refusedBy, setRefusedBy] = useState<Errors<V>>({});
  const [refusals, setRefusals] = useState(0);
  const [working, setWorking] = useState(false);
  const [conflict, setConflict] = useState<Conflict<V> | null>(null);
  const busy = useRef(false);
  const latest = useLatest({ values, base, conflict, options });

  useKept<V>(
    options.keptAs,
    () => ({ base: latest.current.base.values, values: latest.current.values }),
    (kept) => setValues((present) => typedAnew(kept, present)),
  );
  const changed = changedKeys(base.values, values);
  const parsed = schema.safeParse(values);
  const found = findErrors(values, parsed.error?.issues ?? [], labels, rules);
  const errors: Errors<V> = refusals === 0 ? {} : { ...found, ...refusedBy };

  const changedLabels = changed.map((key) => labels[key]).join("\n");
  useEffect(() => {
    setUnsaved(id, working || changedLabels === "" ? [] : changedLabels.split("\n"));
  }, [id, changedLabels, working, setUnsaved]);
  useEffect(() => () => setUnsaved(id, []), [id, setUnsaved]);

  const settle = (next: V, version: number | undefined) => {
    setBase({ values: next, version });
    setValues(next);
    setConflict(null);
    setRefusedBy({});
    setRefusals(0);
  };

  /**
   * The record was changed elsewhere. An untouched form follows; a touched one offers the choice, but where all that
   * differs reads here as there: then it was this form's own save, whose answer was lost.
   */
  const meet = (theirs: V, version: number | undefined, isAnswer: boolean) => {
    const { base: known, values: mine } = latest.current;
    if (changedKeys(known.values, mine).length === 0) return settle(theirs, version);
    const isAgreed = changedKeys(known.values, theirs).every((key) => isSame(theirs[key], mine[key]));
    if (isAgreed) setBase({ values: theirs, version });
    setConflict(isAgreed ? null : { theirs, version, isAnswer });
  };
  const meetLatest = useLatest(meet);
  useEffect(() => {
    const { base, conflict, options: given } = latest.current;
    const known = conflict ?? base;
    if (working || options.version === undefined || options.version <= (known.version ?? -1)) return;
    meetLatest.current(given.initial, options.version, false);
  }, [options.version, working, latest, meetLatest]);

  const end = (result: Submitted<V>, sent: V) => {
    if (result.is === "saved") {
      const saved = result.values ?? sent;
      const typedSince = changedKeys(sent, latest.current.values).length > 0;
      const typed = latest.current.values;
      settle(saved, result.version ?? base.version);
      if (typedSince) setValues(rebase(sent, typed, saved));
    } else if (result.is === "stale") meet(result.theirs, result.version, true);
    else {
      if (result.saved) setBase(result.saved);
      refuse(result.is === "refused" ? (result.errors ?? {}) : {});
    }
  };

  const refuse = (reasons: Errors<V>) => {
    const entries = Object.entries(reasons) as [keyof V & string, string][];
    setRefusedBy(Object.fromEntries(entries.map(([key, text]) => [key, inWords(labels[key], text)])) as Errors<V>);
    setRefusals((count) => count + 1);
  };

  const submit = async () => {
    if (busy.current) return;
    if (!parsed.success || Object.keys(found).length > 0) {
      refuse({});
      options.onRefused?.(found, values);
      return;
    }
    busy.current = true;
    setWorking(true);
    // At once, not after drawing: the submission may lead to another page.
    setUnsaved(id, []);
    try {
      end(await options.submit(parsed.data, base.version), values);
    } catch (error) {
      showFailure(error);
    } finally {
      busy.current = false;
      setWorking(false);
    }
  };

  const set = <Key extends keyof V & string>(name: Key, value: V[Key]) => {
    setValues((before) => ({ ...before, [name]: value }));
    setRefusedBy(({ [name]: _settled, ...others }) => others as Errors<V>);
  };

  return {
    id,
    isOfRecord: options.version !== undefined,
    values,
    errors,
    labels,
    changed,
    working,
    conflict,
    refusals,
    set,
    submit,
    field: (name) => ({
      id: `${id}-${name}`,
      name,
      label: labels[name],
      value: values[name],
      onChange: (value) => set(name, value),
      error: errors[name],
    }),
    reset: () => (conflict ? settle(conflict.theirs, conflict.version) : settle(base.values, base.version)),
    keepMine: () => {
      if (!conflict) return;
      setValues(rebase(base.values, values, conflict.theirs));
      setBase({ values: conflict.theirs, version: conflict.version });
      setConflict(null);
    },
    takeTheirs: () => conflict && settle(conflict.theirs, conflict.version),
    read: (key, of) => show?.[key]?.(of[key]) ?? plainly(of[key]),
  };
}

export const errorKeys = <V extends Values>({ errors, labels }: FormHandle<V>): (keyof V & string)[] =>
  keysOf(labels).filter((key) => errors[key] !== undefined) as (keyof V & string)[];

/** A form's values: one value per field, as its inputs have them. */
export type Values = object;

export type Errors<V extends Values> = Partial<Record<keyof V, string>>;

/**
 * How a submission ended, as for every edit (web/http/save-edit.ts), for the form's values. The notices and alerts are
 * the call's own; this is for the form.
 */
export type Submitted<V extends Values> =
  | { is: "saved"; values?: V; version?: number }
  | { is: "stale"; theirs: V; version?: number }
  /** `saved`: the record's values by now, where a part of the submission went through. */
  | { is: "refused"; errors?: Errors<V>; saved?: { values: V; version: number } }
  | { is: "failed"; saved?: { values: V; version: number } };

/** Somebody else changed the record while it was edited here. */
export interface Conflict<V extends Values> {
  theirs: V;
  version: number | undefined;
  /** A save was refused with it. Otherwise it was heard of, perhaps in the middle of a word. */
  isAnswer: boolean;
}

/** What a field needs from its form; spread it: `<TextField {...form.field("name")} />`. Works by hand as well. */
export interface Binding<T> {
  id?: string;
  name?: string;
  label: string;
  value: T;
  onChange: (value: T) => void;
  error?: string;
}

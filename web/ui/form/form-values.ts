import type * as z from "zod";
import { isSame } from "../../live/is-same.ts";
import type { Errors, Values } from "./form-types.ts";

export const keysOf = <V extends Values>(values: V): (keyof V & string)[] =>
  Object.keys(values) as (keyof V & string)[];

/** The fields in which two versions differ. */
export const changedKeys = <V extends Values>(from: V, to: V): (keyof V & string)[] =>
  keysOf(from).filter((key) => !isSame(from[key], to[key]));

/** Theirs, with what was changed here since the common base: for keeping one's own work in a conflict. */
export const rebase = <V extends Values>(base: V, mine: V, theirs: V): V =>
  ({ ...theirs, ...Object.fromEntries(changedKeys(base, mine).map((key) => [key, mine[key]])) }) as V;

/** A message that begins in lower case is the end of a sentence about its field: "is required". */
export function inWords(label: string, message: string): string {
  const first = message.charAt(0);
  return first !== first.toUpperCase() ? `${label} ${message}` : message;
}

const isMissing = (value: unknown): boolean => value === null || value === undefined || value === "";

/** One message per field: the rules' own, then "is required" if something is missing, then the schema's. */
export function findErrors<V extends Values>(
  values: V,
  issues: readonly z.core.$ZodIssue[],
  labels: Record<keyof V & string, string>,
  rules?: (values: V) => Errors<V>,
): Errors<V> {
  const errors: Errors<V> = {};
  for (const [key, message] of Object.entries(rules?.(values) ?? {}) as [keyof V & string, string | undefined][]) {
    if (message !== undefined) errors[key] = inWords(labels[key], message);
  }
  for (const issue of issues) {
    const key = issue.path[0] as keyof V & string;
    if (!(key in labels) || errors[key] !== undefined) continue;
    errors[key] = inWords(labels[key], isMissing(values[key]) ? "is required" : issue.message);
  }
  return errors;
}

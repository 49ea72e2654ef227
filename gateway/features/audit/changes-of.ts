import { BSON } from "mongodb";
import type { AuditChange } from "#shared/audit/audit.schema.ts";

type Kept = Record<string, unknown> | null;
/** Bookkeeping that says nothing to a reader. */
const unsaid = new Set(["_id", "rev", "authorisedAt", "activeSince"]);
const longest = 300;
const mostChanges = 60;

const plain = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof BSON.ObjectId) return value.toHexString();
  if (Array.isArray(value)) return value.map(plain);
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([field, held]) => [field, plain(held)]));
  return value;
};
/** Compared whole, shown cut. */
const textOf = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  const said = plain(value);
  return typeof said === "string" ? said : JSON.stringify(said);
};
const cut = (text: string | null): string | null =>
  text !== null && text.length > longest ? `${text.slice(0, longest - 1)}…` : text;

/** The fields in which two states of a record differ, whole; of one that was added or removed, all that it had. */
export const wholeChangesOf = (before: Kept, after: Kept): AuditChange[] => {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => !unsaid.has(field))
    .flatMap((field) => {
      const [was, is] = [textOf(before?.[field]), textOf(after?.[field])];
      return was === is ? [] : [{ field, before: was, after: is }];
    });
};
/** The same as lists show it: a limited number of changes, with long values cut. */
export const changesOf = (before: Kept, after: Kept): AuditChange[] =>
  wholeChangesOf(before, after)
    .slice(0, mostChanges)
    .map((change) => ({ field: change.field, before: cut(change.before), after: cut(change.after) }));

/** What the log itself calls the record; never looked up, so that it says no more than the log. */
export const labelOf = (before: Kept, after: Kept): string => {
  const known = { ...before, ...after };
  const names = ["name", "vendingMachineId", "brand", "region", "orderId", "transactionId", "serialNumber", "label"];
  const named = names.map((field) => known[field]).find((value) => typeof value === "string" && value !== "");
  return typeof named === "string" ? named : "";
};

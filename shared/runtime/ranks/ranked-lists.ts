import { type Document, type Filter, ObjectId } from "mongodb";
import type { CollectionName } from "../collections.ts";

/** So many rows are between two anchors of a scope. */
export const rowsPerAnchor = 50;

/**
 * A list that any page of is near an anchor: its rows are in the order of a time that nobody edits, they are never
 * deleted, and what narrows a scope of it never changes in a row.
 */
export interface RankedList {
  name: string;
  collection: CollectionName;
  /** That time; every index ends in it and `_id`. */
  at: string;
  /** What its rows may be narrowed by, each with its index; a null field narrows nothing. */
  kinds: readonly ScopeKind[];
  /** The one that every row is in. */
  whole: { field: string | null; value?: string };
  /** What a row adds to the running total, where the list has one, and the fields that say so. */
  sum?: { fields: readonly string[]; of: (row: Document) => number };
}
interface ScopeKind {
  field: string | null;
  index: string;
}

/** A list narrowed by one value, or by none. */
export interface Scope {
  /** As its anchors are kept under. */
  name: string;
  field: string | null;
  value: unknown;
  index: string;
}

const scopeOf = (list: RankedList, { field, index }: ScopeKind, value: unknown): Scope => {
  const text = value instanceof ObjectId ? value.toHexString() : String(value);
  return { name: field === null ? list.name : `${list.name} ${field} ${text}`, field, value, index };
};

export const wholeOf = (list: RankedList): Scope => {
  const kind = list.kinds.find(({ field }) => field === list.whole.field);
  if (!kind) throw new Error(`the list ${list.name} has no scope of all its rows`);
  return scopeOf(list, kind, list.whole.value);
};

/** Every scope that this row is in. */
export const scopesOfRow = (list: RankedList, row: Document): Scope[] =>
  list.kinds.flatMap((kind) => {
    if (kind.field === null) return [scopeOf(list, kind, undefined)];
    const held: unknown = row[kind.field];
    return (Array.isArray(held) ? held : [held]).map((value) => scopeOf(list, kind, value));
  });

const isPlain = (value: unknown) => value instanceof ObjectId || typeof value === "string";

/** The scope that holds exactly what these conditions find together; null where none does. */
export const scopeWhere = (list: RankedList, conditions: readonly Filter<Document>[]): Scope | null => {
  const [field = null, ...more] = conditions.flatMap((condition) => Object.keys(condition));
  const value: unknown = field === null ? undefined : Object.assign({}, ...conditions)[field];
  const kind = list.kinds.find((one) => one.field === field);
  return kind && more.length === 0 && (field === null || isPlain(value)) ? scopeOf(list, kind, value) : null;
};

/** What customers did at machines, all of it, of one machine, of one customer. */
const byTime: RankedList["kinds"] = [
  { field: null, index: "time" },
  { field: "machine", index: "machineTime" },
  { field: "user", index: "userTime" },
];

/** Its status changes, so there is no scope of it. */
export const rankedOrders: RankedList = {
  name: "orders",
  collection: "orders",
  at: "time",
  kinds: byTime,
  whole: { field: null },
};

/** Its rows carry the keys of their eight scopes themselves (`books/can-scopes.ts`). */
export const rankedCans: RankedList = {
  name: "canLedger",
  collection: "canLedger",
  at: "at",
  kinds: [{ field: "scopes", index: "scope" }],
  whole: { field: "scopes", value: "all" },
  sum: { fields: ["credit", "debit"], of: ({ credit, debit }) => credit - debit },
};

/** Likewise. */
export const rankedTransactions: RankedList = {
  name: "canTransactions",
  collection: "canTransactions",
  at: "time",
  kinds: byTime,
  whole: { field: null },
};

/** Narrowed it is read by skipping: who looks at one record or one operator leafs through few pages. */
export const rankedAudit: RankedList = {
  name: "audit",
  collection: "audit",
  at: "at",
  kinds: [{ field: null, index: "time" }],
  whole: { field: null },
};

/** Commands and returns, all alike. */
export const rankedCommands: RankedList = {
  name: "transactionLedger",
  collection: "transactionLedger",
  at: "at",
  kinds: [
    { field: null, index: "at" },
    { field: "machine", index: "machineAt" },
    { field: "user", index: "userAt" },
    { field: "type", index: "typeAt" },
  ],
  whole: { field: null },
};

/** Those that a worker builds anchors for. */
export const rankedLists: readonly RankedList[] = [
  rankedOrders,
  rankedCans,
  rankedTransactions,
  rankedCommands,
  rankedAudit,
];

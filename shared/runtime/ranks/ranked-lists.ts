import { type Document, type Filter, ObjectId } from "mongodb";
import { OrderStatus } from "../../orders/order-status.ts";
import { CanStatus } from "../../transactions/can-status.ts";
import type { CollectionName } from "../collections.ts";

/** So many rows are between two anchors of a scope. */
export const rowsPerAnchor = 50;
/** Of the rows between two anchors every 5th stands in the later one: a moment is so near to what is known. */
export const rowsPerPlace = 5;
/** At most so many rows of one value of a moving field are between two of its anchors when these are made. */
export const rowsPerMovingAnchor = 13;

/**
 * A list that any page of is near an anchor: its rows are in the order of a time that nobody edits, they are never
 * deleted, and what narrows a scope of it never changes in a row, or moves as `moving` says.
 */
export interface RankedList {
  name: string;
  collection: CollectionName;
  /** That time; every index ends in it and `_id`. */
  at: string;
  /** What its rows may be narrowed by that never changes in them, each with its index; a null field narrows nothing. */
  kinds: readonly ScopeKind[];
  /** The one that every row is in. */
  whole: { field: string | null; value?: string };
  /** What a row adds to the running total, where the list has one, and the fields that say so. */
  sum?: { fields: readonly string[]; of: (row: Document) => number };
  /** A field that changes in a row: whoever changes it goes by `moved-rows.ts`. */
  moving?: Moving;
}
interface ScopeKind {
  field: string | null;
  index: string;
}
export interface Moving {
  field: string;
  values: readonly string[];
  /** What the list may be narrowed by beside it, each with the index of both. */
  kinds: readonly ScopeKind[];
}

/** A list narrowed by what is given. */
export interface Scope {
  /** As its anchors are kept under. */
  name: string;
  /** The fields that narrow it, as `index` begins with them. */
  where: Document;
  index: string;
  /** Its rows come and go, by a field that changes. */
  isMoving: boolean;
}

const scopeOf = (list: RankedList, { field, index }: ScopeKind, value: unknown): Scope => {
  const text = value instanceof ObjectId ? value.toHexString() : String(value);
  return field === null
    ? { name: list.name, where: {}, index, isMoving: false }
    : { name: `${list.name} ${field} ${text}`, where: { [field]: value }, index, isMoving: false };
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

/** What of a list is counted by the value of its moving field: all of it, and what each machine has of it. */
export const partsOfRow = (list: RankedList, row: Document): Scope[] =>
  (list.moving?.kinds ?? []).map((kind) => scopeOf(list, kind, kind.field === null ? undefined : row[kind.field]));

/** Those rows of a part whose moving field has this value. */
export const movingScopeOf = ({ field }: Moving, part: Scope, value: string): Scope => ({
  name: `${part.name} ${field} ${value}`,
  where: { ...part.where, [field]: value },
  index: part.index,
  isMoving: true,
});

const isPlain = (value: unknown) => value instanceof ObjectId || typeof value === "string";

const kindOf = (kinds: readonly ScopeKind[], fields: string[]): ScopeKind | undefined =>
  fields.length > 1 ? undefined : kinds.find(({ field }) => field === (fields[0] ?? null));

/** The scope that holds exactly what these conditions find together; null where none does. */
export const scopeWhere = (list: RankedList, conditions: readonly Filter<Document>[]): Scope | null => {
  const fields = conditions.flatMap((condition) => Object.keys(condition));
  const values: Document = Object.assign({}, ...conditions);
  if (!Object.values(values).every(isPlain)) return null;
  const given = ({ field }: ScopeKind): unknown => (field === null ? undefined : values[field]);
  const { moving } = list;
  if (!moving || !fields.includes(moving.field)) {
    const kind = kindOf(list.kinds, fields);
    return kind ? scopeOf(list, kind, given(kind)) : null;
  }
  const kind = kindOf(
    moving.kinds,
    fields.filter((field) => field !== moving.field),
  );
  return kind ? movingScopeOf(moving, scopeOf(list, kind, given(kind)), values[moving.field]) : null;
};

/** What customers did at machines, all of it, of one machine, of one customer. */
const byTime: RankedList["kinds"] = [
  { field: null, index: "time" },
  { field: "machine", index: "machineTime" },
  { field: "user", index: "userTime" },
];

/** A status, alone and at one machine. */
const byStatus: Moving["kinds"] = [
  { field: null, index: "statusTime" },
  { field: "machine", index: "machineStatusTime" },
];

export const rankedOrders: RankedList = {
  name: "orders",
  collection: "orders",
  at: "time",
  kinds: byTime,
  whole: { field: null },
  moving: { field: "status", values: OrderStatus.options, kinds: byStatus },
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

export const rankedTransactions: RankedList = {
  name: "canTransactions",
  collection: "canTransactions",
  at: "time",
  kinds: byTime,
  whole: { field: null },
  moving: { field: "status", values: CanStatus.options, kinds: byStatus },
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

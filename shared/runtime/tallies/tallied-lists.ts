import { type Document, type Filter, ObjectId } from "mongodb";
import { scopeNamed } from "../../cans/can-scopes.server.ts";
import type { CollectionName } from "../collections.ts";

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/**
 * A change may be stored this long after the moment that it names: MongoDB ends a transaction after 60 s, and looks for
 * such ones every 30 s; the clocks of gateways differ by less than a second.
 */
export const lateMs = 120_000;

/** What tallies count apart: rows of one machine, of one kind, or both; null is all of them. */
export interface Part {
  machine: ObjectId | null;
  kind: string | null;
}

/** A long list narrowed by what one of its indexes begins with. */
export interface Scope {
  where: Document;
  index: string;
  /** Null where no tally counts such rows: those of one customer, which are few. */
  part: Part | null;
}

/**
 * A list whose rows are in the order of a time that nobody edits, are never deleted, and never change their machine.
 * Workers count its days (`workers/tallies`), and pages are found by what they counted (`gateway/paged`).
 */
export interface TalliedList {
  name: string;
  collection: CollectionName;
  /** The field with that time; every index ends in it and `_id`. */
  at: string;
  /** Every row, in that order. */
  every: { where: Document; index: string };
  /** Set to the present moment by every write that changes what a row is counted as; of rows that never change, `at`. */
  changed: { field: string; where: Document; index: string };
  /** The field whose values are counted apart. */
  kind: string | null;
  hasMachines: boolean;
  /** What a row adds to the running total, and the fields that say so. */
  sum?: { fields: readonly string[]; of: (row: Document) => number; amount: Document };
  /** The index of each set of fields that the list may be narrowed by. */
  indexes: readonly { by: readonly string[]; name: string }[];
  partOf: (where: Document) => Part | null;
}

const isPlain = (value: unknown) => value instanceof ObjectId || typeof value === "string";

/** The scope with exactly what these conditions find together; null where none does. */
export const scopeWhere = (list: TalliedList, conditions: readonly Filter<Document>[]): Scope | null => {
  const values: Document = Object.assign({}, ...conditions);
  const fields = conditions.flatMap((condition) => Object.keys(condition));
  if (!Object.values(values).every(isPlain)) return null;
  const index = list.indexes.find(
    ({ by }) => by.length === fields.length && by.every((field) => fields.includes(field)),
  );
  return index ? { where: values, index: index.name, part: list.partOf(values) } : null;
};

/** What customers did at machines. */
const byTime = {
  at: "time",
  every: { where: {}, index: "time" },
  changed: { field: "changedAt", where: {}, index: "changedAt" },
  kind: "status",
  hasMachines: true,
  indexes: [
    { by: [], name: "time" },
    { by: ["machine"], name: "machineTime" },
    { by: ["user"], name: "userTime" },
    { by: ["status"], name: "statusTime" },
    { by: ["machine", "status"], name: "machineStatusTime" },
  ],
  partOf: ({ user, machine = null, status = null }) => (user ? null : { machine, kind: status }),
} satisfies Partial<TalliedList>;

export const talliedOrders: TalliedList = { ...byTime, name: "orders", collection: "orders" };

export const talliedTransactions: TalliedList = { ...byTime, name: "canTransactions", collection: "canTransactions" };

/** Its rows carry the keys of their eight scopes themselves (`books/can-scopes.ts`). */
export const talliedCans: TalliedList = {
  name: "canLedger",
  collection: "canLedger",
  at: "at",
  every: { where: { scopes: "all" }, index: "scope" },
  changed: { field: "at", where: { scopes: "all" }, index: "scope" },
  kind: "product",
  hasMachines: true,
  sum: {
    fields: ["credit", "debit"],
    of: ({ credit, debit }) => credit - debit,
    amount: { $subtract: ["$credit", "$debit"] },
  },
  indexes: [{ by: ["scopes"], name: "scope" }],
  partOf: ({ scopes }) => {
    const { user, machine = null, product } = scopeNamed(scopes);
    return user ? null : { machine, kind: product?.toHexString() ?? null };
  },
};

/** Commands and returns, all alike. */
export const talliedCommands: TalliedList = {
  name: "transactionLedger",
  collection: "transactionLedger",
  at: "at",
  every: { where: {}, index: "at" },
  changed: { field: "at", where: {}, index: "at" },
  kind: "type",
  hasMachines: true,
  indexes: [
    { by: [], name: "at" },
    { by: ["machine"], name: "machineAt" },
    { by: ["user"], name: "userAt" },
    { by: ["type"], name: "typeAt" },
  ],
  partOf: ({ user, machine = null, type = null }) => (user ? null : { machine, kind: type }),
};

/** Narrowed it is read by skipping: the pages of one record or operator are few. */
export const talliedAudit: TalliedList = {
  name: "audit",
  collection: "audit",
  at: "at",
  every: { where: {}, index: "time" },
  changed: { field: "at", where: {}, index: "time" },
  kind: null,
  hasMachines: false,
  indexes: [{ by: [], name: "time" }],
  partOf: () => ({ machine: null, kind: null }),
};

/** Those that workers count. */
export const talliedLists: readonly TalliedList[] = [
  talliedOrders,
  talliedCans,
  talliedTransactions,
  talliedCommands,
  talliedAudit,
];

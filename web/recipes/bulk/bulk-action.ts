import type { Edited } from "../../http/save-edit.ts";

/** How an action ended for one row. */
export type BulkEnd =
  /** `to`: where more is known of it. */
  | { is: "done"; words?: string; to?: string }
  /** With the text of the refusal. */
  | { is: "refused"; words: string };

/** Something that may be done to several rows at once: to each as if it were done to it alone. Never money (record 0051). */
export interface BulkAction<Row> {
  /** On the button: "Unauthorize". */
  words: string;
  icon?: string;
  /** Shown once for confirmation, with how many and which: what it means for them. */
  danger?: string;
  /** Why it cannot be done to this row; null if it can. Such a row is left as it is, and shows the reason. */
  whyNot?: (row: Row) => string | null;
  /** Shows no alert: the results are shown together. */
  do: (row: Row) => Promise<BulkEnd>;
}

/** The end of an edit, as one of several. */
export const endOfEdit = (edited: Edited<unknown>): BulkEnd => {
  if (edited.is === "saved") return { is: "done" };
  return { is: "refused", words: edited.is === "stale" ? "Somebody else changed it first" : edited.error };
};

/** The end of a call without a record. */
export const endOfCall = (outcome: { is: "done" } | { is: "refused" | "failed"; error: string }): BulkEnd =>
  outcome.is === "done" ? { is: "done" } : { is: "refused", words: outcome.error };

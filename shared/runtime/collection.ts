import type { Document, IndexDescription } from "mongodb";
import type { Kept } from "./retention.ts";

/** The order of words in which small and capital letters are alike: of indexes that names are found by as they begin. */
export const blind = { locale: "en", strength: 2 };

export interface Index extends IndexDescription {
  /** Migrations identify indexes by name: one that is declared otherwise needs another name. */
  name: string;
  /** For a unique index: the message that another record has these values already. */
  taken?: (values: Record<string, unknown>) => string;
  /** Documents go this long after the date that it is over. */
  kept?: Kept;
}

/**
 * A collection as it is declared beside its document. A document's comment names the package that writes it; fields
 * that another one writes say so. Migrations create it; packages only use it.
 */
export interface Declaration<D extends Document = Document> {
  indexes?: Index[];
  /** A time-series by `receivedAt` and `meta`, whose rows go after that time. */
  timeSeries?: { kept: Kept };
  /** What is stored in it; a type alone. */
  readonly document?: D;
}

export const collection = <D extends Document>(declared: Declaration<D> = {}): Declaration<D> => declared;

import type { Document, IndexDescription } from "mongodb";

/** Histories and commands. */
export const keptSeconds = 90 * 86_400;

/** The order of words in which small and capital letters are alike: of indexes that names are found by as they begin. */
export const blind = { locale: "en", strength: 2 };

interface Index extends IndexDescription {
  /** Of an index that is unique: how an operator is told that another record has these values already. */
  taken?: (values: Record<string, unknown>) => string;
}

/**
 * A collection as it is declared beside its document. A document's comment names the room that writes it; fields that
 * another room writes say so.
 */
export interface Declaration<D extends Document = Document> {
  /** Its changes are listened to though no card is about it: a card's collection is followed anyway. */
  followed?: true;
  indexes?: Index[];
  timeSeries?: boolean;
  /** What is stored in it; a type alone. */
  readonly document?: D;
}

export const collection = <D extends Document>(declared: Declaration<D> = {}): Declaration<D> => declared;

/** The records in whose text every word of the query stands; all of them for an empty query. */
export const findByWords = <R>(records: readonly R[], query: string, textOf: (record: R) => string): readonly R[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return records;
  return records.filter((record) => {
    const text = textOf(record).toLowerCase();
    return words.every((word) => text.includes(word));
  });
};

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** In the order of names, "Region 9" before "Region 10". */
export const byName = <R>(records: readonly R[], nameOf: (record: R) => string): R[] =>
  records.toSorted((a, b) => collator.compare(nameOf(a), nameOf(b)));

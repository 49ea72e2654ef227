interface Recorded {
  _id: string;
  rev?: number;
}

/** A record that was edited meanwhile counts more edits; the one with fewer is older and is not shown again. */
export const isNewer = (shown: Recorded | undefined, incoming: Recorded): boolean =>
  shown === undefined || incoming.rev === undefined || shown.rev === undefined || incoming.rev >= shown.rev;

/** `incoming` with every entry of its lists that is as it was being the very same: what draws it is not drawn again. */
const keepingEntries = <R extends Recorded>(known: R, incoming: R): R => {
  const kept = Object.entries(incoming).map(([field, value]) => {
    const before: unknown = known[field as keyof R];
    if (!Array.isArray(value) || !Array.isArray(before)) return [field, value];
    const asBefore = new Map(before.map((entry) => [JSON.stringify(entry), entry]));
    return [field, value.map((entry) => asBefore.get(JSON.stringify(entry)) ?? entry)];
  });
  return Object.fromEntries(kept) as R;
};

/** The newer of the known and the published record. */
export const newer = <R extends Recorded>(known: R | null, incoming: R): R => {
  if (known === null) return incoming;
  return isNewer(known, incoming) ? keepingEntries(known, incoming) : known;
};

/** The list with `incoming` in the place of the record of that id, or at its end. */
export const withRecord = <R extends Recorded>(list: R[], incoming: R): R[] => {
  const at = list.findIndex((record) => record._id === incoming._id);
  if (at === -1) return [...list, incoming];
  return isNewer(list[at], incoming) ? list.with(at, incoming) : list;
};

export const withoutRecord = <R extends Recorded>(list: R[], gone: { _id: string }): R[] => {
  const left = list.filter((record) => record._id !== gone._id);
  return left.length === list.length ? list : left;
};

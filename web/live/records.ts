interface Recorded {
  _id: string;
  rev?: number;
}

/** A record that was edited meanwhile counts more edits; the one with fewer is older and is not shown again. */
export const isNewer = (shown: Recorded | undefined, told: Recorded): boolean =>
  shown === undefined || told.rev === undefined || shown.rev === undefined || told.rev >= shown.rev;

/** The list with `told` in the place of the record of that id, or at its end. */
export const withRecord = <R extends Recorded>(list: R[], told: R): R[] => {
  const at = list.findIndex((record) => record._id === told._id);
  if (at === -1) return [...list, told];
  return isNewer(list[at], told) ? list.with(at, told) : list;
};

export const withoutRecord = <R extends Recorded>(list: R[], gone: { _id: string }): R[] => {
  const left = list.filter((record) => record._id !== gone._id);
  return left.length === list.length ? list : left;
};

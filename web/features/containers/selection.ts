/** From one tile to another in the order of the front, both included, whichever comes first. */
export const rangeOf = (ids: readonly string[], from: string, to: string): ReadonlySet<string> => {
  const ends = [ids.indexOf(from), ids.indexOf(to)].sort((a, b) => a - b);
  const [first = -1, last = -1] = ends;
  return new Set(first === -1 ? [to] : ids.slice(first, last + 1));
};

export const toggled = (picked: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(picked);
  if (!next.delete(id)) next.add(id);
  return next;
};

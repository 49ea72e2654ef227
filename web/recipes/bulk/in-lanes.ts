/** So many are on their way at once. */
const lanes = 4;

/** Does something to each, a few at a time, begun in their order. One that is refused does not hold up the others. */
export const inLanes = async <T>(items: readonly T[], one: (item: T) => Promise<void>): Promise<void> => {
  const next = items.values();
  const lane = async () => {
    for (const item of next) await one(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};

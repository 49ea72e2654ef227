/**
 * Does `work` for each item, at most `width` of them at a time. One that fails does not stop the others: what they
 * failed with is given back.
 */
export const sideBySide = async <T>(
  items: T[],
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<unknown[]> => {
  const failures: unknown[] = [];
  const left = items.values();
  const walk = async () => {
    for (const item of left) {
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, walk));
  return failures;
};

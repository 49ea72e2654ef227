const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * For guarded writes that nobody else makes up for at once: tried again while the store does not take them, as long as
 * `isWanted`. Rejects with the last failure.
 */
export const triedAgain = async <T>(
  work: () => Promise<T>,
  { tries = 4, everyMs = 1_000, isWanted = () => true }: { tries?: number; everyMs?: number; isWanted?: () => boolean },
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (tries <= 1 || !isWanted()) throw error;
  }
  await pause(everyMs);
  return triedAgain(work, { tries: tries - 1, everyMs, isWanted });
};

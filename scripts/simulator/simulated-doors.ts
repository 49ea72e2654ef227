/** The doors of one machine and the people who close them. They go on while the unit is away or starts anew. */
export const createSimulatedDoors = (
  channels: readonly number[],
  onChange: (channel: number, isLocked: boolean) => void,
) => {
  const locked = new Map(channels.map((channel) => [channel, true]));
  const closing = new Map<number, { timer: NodeJS.Timeout; closed: Promise<void> }>();

  const set = (channel: number, isLocked: boolean) => {
    locked.set(channel, isLocked);
    onChange(channel, isLocked);
  };

  return {
    has: (channel: number): boolean => locked.has(channel),
    isLocked: (channel: number): boolean => locked.get(channel) ?? true,
    all: () => [...locked].map(([channel, isLocked]) => ({ channel, isLocked })),
    /** Springs the door open. If it is open already, it stays as it is and closes at the time set before. */
    open: (channel: number, closesAfterMs: number): void => {
      if (!locked.get(channel)) return;
      set(channel, false);
      let timer: NodeJS.Timeout | undefined;
      const closed = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          closing.delete(channel);
          set(channel, true);
          resolve();
        }, closesAfterMs);
      });
      if (timer) closing.set(channel, { timer, closed });
    },
    /** At once if it is closed. */
    untilClosed: async (channel: number): Promise<void> => closing.get(channel)?.closed,
    stop: (): void => {
      for (const { timer } of closing.values()) clearTimeout(timer);
      closing.clear();
    },
  };
};
export type SimulatedDoors = ReturnType<typeof createSimulatedDoors>;

const minuteMs = 60_000;

/**
 * How often something happened in the last minute. What happened in the minute before counts as if it had been spread
 * evenly, so a count takes the memory of three numbers however often it is raised.
 */
export const createMinuteCount = () => {
  let since = 0;
  let present = 0;
  let before = 0;

  const roll = (now: number) => {
    const passed = now - since;
    if (passed >= 0 && passed < minuteMs) return;
    before = passed >= 0 && passed < 2 * minuteMs ? present : 0;
    since = before > 0 ? since + minuteMs : now;
    present = 0;
  };
  const count = (now: number): number => {
    roll(now);
    return Math.round(present + before * (1 - (now - since) / minuteMs));
  };

  return {
    count,
    add: (now: number): void => {
      roll(now);
      present += 1;
    },
  };
};
export type MinuteCount = ReturnType<typeof createMinuteCount>;

import type { Room } from "#shared/events/rooms.ts";

/**
 * Counts events per room and second. A room with more than `perSecond` gets no further events in that second but one
 * order to load again when it is over: a page cannot draw hundreds of changes a second anyway.
 */
export const createFloodGate = (perSecond: number, reload: (rooms: Room[]) => void) => {
  let counts = new Map<Room, number>();
  const flooded = new Set<Room>();
  const timer = setInterval(() => {
    if (flooded.size > 0) reload([...flooded]);
    flooded.clear();
    counts = new Map();
  }, 1_000);
  timer.unref();

  return {
    /** Those of these rooms that may still receive this event. */
    admit: (rooms: Room[]): Room[] =>
      rooms.filter((room) => {
        const count = (counts.get(room) ?? 0) + 1;
        counts.set(room, count);
        if (count > perSecond) flooded.add(room);
        return count <= perSecond;
      }),
    stop: () => clearInterval(timer),
  };
};

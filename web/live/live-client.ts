import type { JoinReply } from "#shared/events/events.ts";
import type { Room } from "#shared/events/rooms.ts";
import type { LiveEvent, LiveOptions, LiveSocket } from "./open-socket.ts";

export type { LinkState, LiveEvent } from "./open-socket.ts";

const joinMs = 5_000;
/** Code that could not be fetched is requested again after this. */
const fetchAgainMs = 1_000;

/** One socket of the console. Reconnecting is socket.io's; joining again is the follower's. */
export const createLiveClient = (options: LiveOptions) => {
  const { onLink } = options;
  const listeners = new Set<(event: LiveEvent) => void>();
  const members = new Map<Room, Set<object>>();
  /** Where the server has said that the socket is. A new connection is in no room. */
  const inside = new Set<Room>();
  /** How often rooms were left: an answer from before says nothing of now. */
  let left = 0;
  let socket: LiveSocket | null = null;
  let isMaking = false;
  let isWanted = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const later = (connect: () => void, ms: number) => {
    retry = setTimeout(connect, ms);
  };
  const publish = (event: LiveEvent) => {
    if (event.name === "connected") {
      inside.clear();
      left += 1;
    }
    for (const listener of [...listeners]) listener(event);
  };

  const connect = () => {
    if (socket) {
      socket.connect();
      return;
    }
    if (isMaking) return;
    isMaking = true;
    import("./open-socket.ts")
      .then(({ openSocket }) => {
        const made = openSocket(options, publish, later);
        socket = made;
        if (isWanted) made.connect();
      })
      .catch(() => {
        onLink?.("missing");
        if (isWanted) later(connect, fetchAgainMs);
      })
      .finally(() => {
        isMaking = false;
      });
  };

  return {
    connect: () => {
      isWanted = true;
      connect();
    },
    close: () => {
      isWanted = false;
      clearTimeout(retry);
      socket?.close();
    },
    connected: () => socket?.connected ?? false,
    /** Nothing while it is not connected: requests over HTTP show that as well. */
    watching: () => {
      if (socket?.connected) socket.emit("watching");
    },
    listen: (listener: (event: LiveEvent) => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /**
     * Resolves once the socket is in all rooms, at once where it is in them already; safe to repeat. Rejects when it is not
     * connected or is refused.
     */
    join: async (member: object, rooms: Room[]): Promise<void> => {
      for (const room of rooms) members.set(room, (members.get(room) ?? new Set()).add(member));
      if (!socket) throw new Error("not connected yet");
      const isInside = (room: Room) => socket?.connected === true && inside.has(room);
      const missing = rooms.filter((room) => !isInside(room));
      if (missing.length === 0) return;
      const before = left;
      const reply: JoinReply = await socket.timeout(joinMs).emitWithAck("join", missing);
      if (!reply.success) throw new Error(reply.error);
      if (left === before) for (const room of missing) inside.add(room);
    },
    /** Leaves the rooms in which no other part of the page is. */
    leave: (member: object, rooms: Room[]): void => {
      const empty = rooms.filter((room) => {
        const others = members.get(room);
        others?.delete(member);
        if (others && others.size > 0) return false;
        return members.delete(room);
      });
      if (empty.length === 0) return;
      for (const room of empty) inside.delete(room);
      left += 1;
      if (socket?.connected) socket.emit("leave", empty);
    },
  };
};
export type LiveClient = ReturnType<typeof createLiveClient>;

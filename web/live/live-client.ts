import type { Socket } from "socket.io-client";
import {
  type ClientEvents,
  type Delivery,
  deliveryOf,
  type EventName,
  events,
  type JoinReply,
  presenceEvent,
  type ServerEvents,
} from "#shared/events/events.ts";
import type { Room } from "#shared/events/rooms.ts";
import type { Presence } from "#shared/live-status/live-status.schema.ts";

/** Events that a page can receive, checked on their way in. */
export type LiveEvent =
  | { [N in EventName]: { name: N } & Delivery<N> }[EventName]
  | { name: "presence.changed"; presences: Presence[] }
  | { name: "reload"; rooms: Room[] }
  /** The socket is (again) in no room: join and load again. */
  | { name: "connected" };

/** `refused`: the server does not accept the token; the socket stays closed until `connect` is called again. */
export type LinkState = "connected" | "disconnected" | "refused";

interface LiveOptions {
  /** Where the gateway stands; the page's own origin if left out. */
  url?: string;
  token: () => string | null;
  onLink?: (state: LinkState) => void;
}

const joinMs = 5_000;
/** Code that could not be fetched is requested again after this. */
const fetchAgainMs = 1_000;

type LiveSocket = Socket<ServerEvents, ClientEvents>;

/** Socket.IO's code is fetched when somebody is signed in: the login page does without. */
const openSocket = async (
  { url, token, onLink }: LiveOptions,
  publish: (event: LiveEvent) => void,
  later: (connect: () => void, ms: number) => void,
): Promise<LiveSocket> => {
  const settings = {
    transports: ["websocket"],
    autoConnect: false,
    reconnectionDelay: 300,
    reconnectionDelayMax: 3_000,
    auth: (give: (auth: object) => void) => give({ token: token() ?? "" }),
  };
  const { io } = await import("socket.io-client");
  const socket: LiveSocket = url === undefined ? io(settings) : io(url, settings);
  socket.on("connect", () => {
    onLink?.("connected");
    publish({ name: "connected" });
  });
  // The server itself ends a socket only when its login has ended; everything else comes back by itself.
  socket.on("disconnect", (reason) => onLink?.(reason === "io server disconnect" ? "refused" : "disconnected"));
  socket.on("connect_error", (error) => {
    const code = (error as { data?: { code?: string } }).data?.code;
    const refused = code !== undefined && code !== "unavailable";
    onLink?.(refused ? "refused" : "disconnected");
    // A handshake that the server could not decide is repeated; socket.io itself would give up.
    if (code === "unavailable") later(() => socket.connect(), 1_000);
  });
  socket.on("reload", (rooms) => publish({ name: "reload", rooms: Array.isArray(rooms) ? rooms : [] }));
  socket.on("presence.changed", (presences) => {
    const parsed = presenceEvent.safeParse(presences);
    if (parsed.success) publish({ name: "presence.changed", presences: parsed.data });
  });
  const hear = socket as unknown as { on(name: string, listener: (delivery: unknown) => void): void };
  for (const name of Object.keys(events) as EventName[]) {
    const Incoming = deliveryOf(name);
    hear.on(name, (delivery) => {
      const parsed = Incoming.safeParse(delivery);
      // A gateway of another version may send other payloads: loading again is always right.
      publish(parsed.success ? ({ name, ...parsed.data } as LiveEvent) : { name: "reload", rooms: [] });
    });
  }
  return socket;
};

/** One socket of the console. Reconnecting is socket.io's; joining again is the follower's. */
export const createLiveClient = (options: LiveOptions) => {
  const { onLink } = options;
  const listeners = new Set<(event: LiveEvent) => void>();
  const members = new Map<Room, Set<object>>();
  let socket: LiveSocket | null = null;
  let isMaking = false;
  let isWanted = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const later = (connect: () => void, ms: number) => {
    retry = setTimeout(connect, ms);
  };
  const publish = (event: LiveEvent) => {
    for (const listener of [...listeners]) listener(event);
  };

  const connect = () => {
    if (socket) {
      socket.connect();
      return;
    }
    if (isMaking) return;
    isMaking = true;
    openSocket(options, publish, later)
      .then((made) => {
        socket = made;
        if (isWanted) made.connect();
      })
      .catch(() => {
        onLink?.("disconnected");
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
    /** Resolves once the socket is in all rooms; safe to repeat. Rejects when it is not connected or is refused. */
    join: async (member: object, rooms: Room[]): Promise<void> => {
      for (const room of rooms) members.set(room, (members.get(room) ?? new Set()).add(member));
      if (!socket) throw new Error("not connected yet");
      const reply: JoinReply = await socket.timeout(joinMs).emitWithAck("join", rooms);
      if (!reply.success) throw new Error(reply.error);
    },
    /** Leaves the rooms in which no other part of the page is. */
    leave: (member: object, rooms: Room[]): void => {
      const empty = rooms.filter((room) => {
        const others = members.get(room);
        others?.delete(member);
        if (others && others.size > 0) return false;
        return members.delete(room);
      });
      if (empty.length > 0 && socket?.connected) socket.emit("leave", empty);
    },
  };
};
export type LiveClient = ReturnType<typeof createLiveClient>;

import { io, type Socket } from "socket.io-client";
import {
  type ClientEvents,
  type Delivery,
  deliveryOf,
  type EventName,
  events,
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

/**
 * `refused`: the server does not accept the token; the socket stays closed until `connect` is called again. `missing`: its
 * code could not be fetched.
 */
export type LinkState = "connected" | "disconnected" | "refused" | "missing";

export interface LiveOptions {
  /** Where the gateway stands; the page's own origin if left out. */
  url?: string;
  token: () => string | null;
  onLink?: (state: LinkState) => void;
}

export type LiveSocket = Socket<ServerEvents, ClientEvents>;

/**
 * Fetched when somebody is signed in and their first page stands: Socket.IO's code, and the schemas of all records, which
 * take a phone longer to make.
 */
export const openSocket = (
  { url, token, onLink }: LiveOptions,
  publish: (event: LiveEvent) => void,
  later: (connect: () => void, ms: number) => void,
): LiveSocket => {
  const settings = {
    transports: ["websocket"],
    autoConnect: false,
    reconnectionDelay: 300,
    reconnectionDelayMax: 3_000,
    auth: (give: (auth: object) => void) => give({ token: token() ?? "" }),
  };
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
    let Incoming: ReturnType<typeof deliveryOf> | undefined;
    hear.on(name, (delivery) => {
      // Made with the first of them: a visit hears few of all.
      Incoming ??= deliveryOf(name);
      const parsed = Incoming.safeParse(delivery);
      // A gateway of another version may send other payloads: loading again is always right.
      publish(parsed.success ? ({ name, ...parsed.data } as LiveEvent) : { name: "reload", rooms: [] });
    });
  }
  return socket;
};

import type { RequestListener } from "node:http";
import type { FastifyInstance } from "fastify";
import { Server } from "socket.io";
import { type ServerOptions, WebSocketServer } from "ws";
import { JoinRooms } from "#shared/events/events.ts";
import { isRoom, mayJoin } from "#shared/events/join.rules.ts";
import { type Room, unitRoom } from "#shared/events/rooms.ts";
import { within } from "#shared/http/within.ts";
import type { Logins } from "../http/login.ts";
import type { Audience, ChangeFeed, GatewayParts } from "../parts.ts";
import { listenToHeartbeats } from "../records/heartbeats.ts";
import { admitOperators } from "./admission.ts";
import { createFloodGate } from "./flood.ts";
import type { OperatorSocket, Sockets } from "./operator-socket.ts";
import { createReloads } from "./reloads.ts";
import { guardSockets } from "./socket-guard.ts";

type Parts = Pick<GatewayParts, "bus" | "clock" | "config" | "limits" | "log" | "metrics" | "strangers"> & {
  feed: ChangeFeed;
  logins: Logins;
};

/** A console sends each message whole. Each piece takes memory of its own until the last is here, however small it is. */
const mostPieces = 16;
class WholeMessages extends WebSocketServer {
  constructor(options: ServerOptions) {
    // The types of the library do not know it yet.
    super({ ...options, maxFragments: mostPieces } as ServerOptions);
  }
}

const openServer = (app: FastifyInstance, connectMs: number): Sockets => {
  const answering = app.server.listeners("request") as RequestListener[];
  const io: Sockets = new Server(app.server, {
    serveClient: false,
    // No polling: it would need sticky sessions between several gateways.
    transports: ["websocket"],
    // More than the longest join; what is larger ends the socket.
    maxHttpBufferSize: 10_000,
    wsEngine: WholeMessages,
    // A console notices a gateway that stands still within the sum of both times.
    pingInterval: 7_000,
    pingTimeout: 6_000,
    // A socket without a token by then is ended.
    connectTimeout: connectMs,
  });
  // Engine.IO would answer requests to its path before all guards. No socket begins without an upgrade.
  app.server.removeAllListeners("request");
  for (const answer of answering) app.server.on("request", answer);
  // Engine.IO leaves those open for ever that were answered before on the same connection.
  app.server.on("upgrade", ({ url = "" }, socket) => {
    if (!url.startsWith(`${io.path()}/`)) socket.destroy();
  });
  // Closing first lets clients see a lost transport and come back; without it Fastify waits for them for ever.
  app.addHook("preClose", async () => {
    await io.close();
  });
  return io;
};

/** Lets a page join the rooms of what it shows. */
const serveRooms = (socket: OperatorSocket, mostRooms: number, hears: () => Promise<unknown>): void => {
  socket.on("join", (rooms, reply) => {
    if (typeof reply !== "function") return;
    const wanted = JoinRooms.safeParse(rooms);
    const self = socket.data.signedIn.userId.toHexString();
    if (!wanted.success || !wanted.data.every((room) => isRoom(room) && mayJoin(room, self)))
      return reply({ success: false, error: "No such room" });
    const more = wanted.data.filter((room) => !socket.rooms.has(room));
    if (socket.rooms.size + more.length > mostRooms) return reply({ success: false, error: "Too many rooms" });
    // What happens after the answer is heard.
    void Promise.all([socket.join(wanted.data), hears()]).then(() => reply({ success: true }));
  });
  socket.on("leave", (rooms) => {
    const left = JoinRooms.safeParse(rooms);
    if (left.success) for (const room of left.data.filter(isRoom)) void socket.leave(room);
  });
};

/** A client that does not read keeps every packet in our memory: it is ended, comes back and loads again. */
const endUnread = (io: Sockets, mostWaiting: number, end: (socket: OperatorSocket, waiting: number) => void) => {
  const watch = setInterval(() => {
    for (const socket of io.sockets.sockets.values()) {
      const { writeBuffer } = socket.conn as unknown as { writeBuffer: unknown[] };
      if (writeBuffer.length > mostWaiting) end(socket, writeBuffer.length);
    }
  }, 1_000);
  watch.unref();
  return () => clearInterval(watch);
};

/**
 * Socket.IO on the gateway's own port. Every gateway emits to its own sockets only, because each follows the change
 * stream itself; so any number of gateways works without an adapter.
 */
export const openSockets = async (app: FastifyInstance, parts: Parts) => {
  const { bus, clock, limits, log, metrics } = parts;
  const io = openServer(app, limits.connectMs);
  const guard = guardSockets(io, parts);
  admitOperators(io, Object.assign({ guard }, parts));
  const roomsPresent = io.sockets.adapter.rooms;
  const reload = (rooms: Room[]) => {
    metrics.pushed.inc({ event: "reload" });
    (rooms.length > 0 ? io.local.to(rooms) : io.local).emit("reload", rooms);
  };
  const flood = createFloodGate(limits.eventsPerRoomAndSecond, reload);
  const reloads = createReloads(() => reload([]));
  const count = (event: string, rooms: Room[]) => {
    metrics.pushed.inc({ event });
    metrics.delivered.inc(rooms.reduce((sum, room) => sum + (roomsPresent.get(room)?.size ?? 0), 0));
  };

  const audience: Audience = {
    present: (rooms) => rooms.filter((room) => roomsPresent.has(room)),
    emit: (rooms, name, delivery) => {
      const admitted = flood.admit(rooms);
      if (admitted.length === 0) return;
      count(name, admitted);
      // The types of one event out of many are the table's; socket.io cannot follow a generic name.
      (io.local.to(admitted) as { emit(name: string, delivery: unknown): void }).emit(name, delivery);
    },
    reload: (rooms) => (rooms.length > 0 ? reload(rooms) : reloads.order(limits.reloadAfterMs.gap)),
  };

  // Where nobody looks the heartbeats of the network are not heard.
  const heartbeats = listenToHeartbeats({ bus, clock }, (presences) => {
    const lists = audience.present(["live-status", "machines"]);
    if (lists.length > 0) {
      count("presence.changed", lists);
      io.local.to(lists).emit("presence.changed", presences);
    }
    for (const presence of presences) {
      const room = unitRoom(presence.serialNumber);
      if (roomsPresent.has(room)) io.local.to(room).emit("presence.changed", [presence]);
    }
  });
  const redisIsBack = () => reloads.order(limits.reloadAfterMs.redis);
  io.on("connection", (socket: OperatorSocket) => {
    metrics.sockets.inc();
    const stands = heartbeats.take();
    socket.once("disconnect", () => {
      metrics.sockets.dec();
      heartbeats.release();
    });
    // While Redis is away a page is followed without them, and loads again once they are heard.
    const soon = within(limits.redisMs, "Redis", stands).catch(() => void stands.then(redisIsBack, () => undefined));
    serveRooms(socket, limits.roomsPerSocket, () => soon);
  });
  await bus.on("presence.reload", redisIsBack);
  // Nobody here received what was published meanwhile.
  bus.onAgain(redisIsBack);

  const stopWatching = endUnread(io, limits.waitingPackets, (socket, waiting) => {
    log.warn({ waiting }, "a socket does not read and was closed");
    guard.cut(socket, "not-read");
  });

  return {
    audience,
    stop: () => {
      stopWatching();
      flood.stop();
      reloads.stop();
    },
  };
};

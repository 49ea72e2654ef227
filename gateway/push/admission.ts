import { DomainError } from "#shared/http/domain-error.ts";
import { isOperator } from "#shared/users/user.rules.ts";
import type { Logins } from "../http/login.ts";
import { clientFinder } from "../http/strangers.ts";
import type { ChangeFeed, GatewayParts } from "../parts.ts";
import type { OperatorSocket, Sockets } from "./operator-socket.ts";
import type { SocketGuard } from "./socket-guard.ts";

type Parts = Pick<GatewayParts, "clock" | "config" | "strangers"> & {
  feed: ChangeFeed;
  logins: Logins;
  guard: SocketGuard;
};

/** Internal rooms; a client cannot join them, because isRoom does not know their names. */
const loginRoom = (id: { toHexString(): string }) => `login:${id.toHexString()}`;
const userRoom = (id: { toHexString(): string }) => `user:${id.toHexString()}`;

const tokenOf = (socket: OperatorSocket) => String(socket.handshake.auth.token ?? "");
/** The longest that a timer can wait. */
const longestMs = 2 ** 31 - 1;
/** A login that could not be read is read again after this, and none more often than that. */
const leastMs = 1_000;

/** Lets operators in with their token, and ends their sockets with their login: ended, expired, idle, suspended. */
export const admitOperators = (io: Sockets, parts: Parts): void => {
  const { clock, config, feed, guard, logins, strangers } = parts;
  const clientOf = clientFinder(config.TRUST_PROXY);
  const timers = new WeakMap<OperatorSocket, NodeJS.Timeout>();

  const checkAgainAt = (socket: OperatorSocket, at: number) => {
    clearTimeout(timers.get(socket));
    const wait = Math.min(Math.max(at - clock.now(), leastMs), longestMs);
    if (socket.connected)
      timers.set(
        socket,
        setTimeout(() => void check(socket), wait),
      );
  };
  const check = async (socket: OperatorSocket): Promise<void> => {
    try {
      const { role } = socket.data.signedIn.operator;
      socket.data.signedIn = await logins.read(tokenOf(socket));
      // They may see and do other things now: their page loads again, and asks who they are.
      if (socket.data.signedIn.operator.role !== role) socket.emit("reload", []);
      checkAgainAt(socket, socket.data.signedIn.endsAt);
    } catch (error) {
      if (error instanceof DomainError && error.kind !== "unavailable") socket.disconnect(true);
      else checkAgainAt(socket, clock.now());
    }
  };
  const socketsIn = (room: string): OperatorSocket[] =>
    [...(io.sockets.adapter.rooms.get(room) ?? [])].flatMap((id) => io.sockets.sockets.get(id) ?? []);

  io.use(async (socket, next) => {
    try {
      socket.data.signedIn = await logins.read(tokenOf(socket));
      const open = io.sockets.adapter.rooms.get(userRoom(socket.data.signedIn.userId))?.size ?? 0;
      // A console comes again by itself.
      if (guard.admit(socket, open)) next();
      else next(Object.assign(new Error("unavailable"), { data: { code: "unavailable" } }));
    } catch (error) {
      const code = error instanceof DomainError ? error.code : "unavailable";
      strangers.note(clientOf(socket.request), `socket-${code}`);
      next(Object.assign(new Error(code), { data: { code } }));
    }
  });

  io.on("connection", (socket: OperatorSocket) => {
    const { loginId, userId } = socket.data.signedIn;
    void socket.join([loginRoom(loginId), userRoom(userId)]);
    socket.once("disconnect", () => clearTimeout(timers.get(socket)));
    // Join first, then check again: the login may have ended while the handshake was on its way.
    void check(socket);
    socket.on("watching", () => void logins.use(socket.data.signedIn));
  });

  // A login that was used ends later than its sockets know.
  feed.on("logins", ({ id, after }) => {
    if (!after || after.endedAt) io.local.in(loginRoom(id)).disconnectSockets(true);
    else for (const socket of socketsIn(loginRoom(id))) void check(socket);
  });
  feed.on("users", ({ id, after }) => {
    if (!after || after.suspend || !isOperator(after.role)) io.local.in(userRoom(id)).disconnectSockets(true);
    else for (const socket of socketsIn(userRoom(id))) void check(socket);
  });
  // What ended while changes were skipped is found by reading the login of every socket, of all at once: no page hears
  // anything until then, and a store that has just come back may take long for each.
  feed.onGap(async () => {
    await Promise.all([...io.sockets.sockets.values()].map(check));
  });
};

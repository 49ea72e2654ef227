import { io, type Socket } from "socket.io-client";
import { afterEach } from "vitest";
import type { ClientEvents, JoinReply, ServerEvents } from "#shared/events/events.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { type GatewayUnderTest, gatewayOf, type WithGateway } from "./gateway-under-test.ts";

export type Watcher = Socket<ServerEvents, ClientEvents> & { heard: { name: string; payload: unknown }[] };

/** Sockets of operators that record what they receive. */
export const createWatchers = (gateway: Pick<GatewayUnderTest, "url" | "signIn">) => {
  const open: Socket[] = [];
  const watch = async (token: string, rooms: string[]): Promise<Watcher> => {
    const socket = io(gateway.url, { transports: ["websocket"], auth: { token }, reconnection: false }) as Watcher;
    open.push(socket);
    socket.heard = [];
    socket.onAny((name: string, payload: unknown) => socket.heard.push({ name, payload }));
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("connect_error", reject);
    });
    const reply: JoinReply = await socket.emitWithAck("join", rooms);
    if (!reply.success) throw new Error(reply.error);
    return socket;
  };
  return {
    watch,
    /** As an operator of its own. */
    watchAs: async (rooms: string[]): Promise<Watcher> => watch((await gateway.signIn()).token, rooms),
    closeAll: () => {
      for (const socket of open.splice(0)) socket.close();
    },
  };
};
type Watchers = ReturnType<typeof createWatchers>;

/** Those of a file; they leave when their test has ended. */
export const setUpWatchers = (at: WithGateway): Watchers => {
  const watchers = setUp(() => createWatchers(gatewayOf(at)));
  afterEach(() => watchers.closeAll?.());
  return watchers;
};

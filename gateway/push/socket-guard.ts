import type { IncomingMessage } from "node:http";
import { type Budget, createBudget, type Rate } from "#shared/http/budget.ts";
import { namesTwoHosts } from "../http/connections.ts";
import { clientFinder } from "../http/strangers.ts";
import type { GatewayParts } from "../parts.ts";
import type { OperatorSocket, Sockets } from "./operator-socket.ts";

type Parts = Pick<GatewayParts, "config" | "limits" | "log" | "metrics" | "strangers">;

/** What a packet costs, however it reads: a join of one room is 1, one of fifty about 10. */
const bytesPerUnit = 200;
const handshakeCost = 20;
/** Engine.IO's code for what `allowRequest` refused. */
const forbidden = 4;
/** Budgets that are remembered at once; beyond that, those that have spent nothing lately are forgotten. */
const mostKept = 10_000;

/** What arrives over a WebSocket, each frame or message as it is read. */
interface WebSocketFrames {
  /** The library's own: what has arrived and is not yet read as frames. */
  _receiver: { _buffers: Buffer[]; _bufferedBytes: number };
  on(name: "ping" | "pong", listener: () => void): void;
  prependListener(name: "message", listener: (data: { length: number }) => void): void;
  terminate(): void;
}

/** Engine.IO's connection, as far as its types keep it to themselves. */
interface Line {
  readyState: "opening" | "open" | "closing" | "closed";
  request: IncomingMessage;
  transport: { socket?: WebSocketFrames };
  close(discard: boolean): void;
}

/**
 * What has arrived already is not looked at any more. The library goes on to the last byte that it was handed: of 64 KB
 * in the shortest frames it read nine thousand of a socket that was cut, for some 30 ms.
 */
const endFrames = ({ transport: { socket } }: Line): void => {
  if (!socket) return;
  Object.assign(socket._receiver, { _buffers: [], _bufferedBytes: 0 });
  socket.terminate();
};

const createBudgets = (rate: Rate) => {
  const kept = new Map<string, Budget>();
  return {
    of: (name: string, now: number): Budget => {
      const known = kept.get(name) ?? createBudget(rate);
      if (kept.size >= mostKept && !kept.has(name))
        for (const [other, budget] of kept) if (budget.share(now) === 1) kept.delete(other);
      kept.set(name, known);
      return known;
    },
  };
};

/** Null if there is none: a page from a disk has no origin. */
const hostOf = (url: string): string | null => (URL.canParse(url) && new URL(url).host) || null;

/**
 * Whether a page of this origin may open a socket: one of this gateway's own address, as the browser or the proxy names
 * it, or of CONSOLE_URL. A client that sends no origin is no browser, and must show its token like every other.
 */
export const isOwnOrigin = ({ headers }: Pick<IncomingMessage, "headers">, consoleUrl: string | undefined): boolean => {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  const theirs = hostOf(origin);
  if (theirs === null) return false;
  const { protocol } = new URL(origin);
  const own = [host, ...String(headers["x-forwarded-host"] ?? "").split(",")].map((name) =>
    hostOf(`${protocol}//${name?.trim()}`),
  );
  return own.includes(theirs) || (consoleUrl !== undefined && new URL(consoleUrl).origin === origin);
};

/**
 * What sockets may cost, so that no screen keeps machines waiting: handshakes by address, packets of all sockets of one
 * operator together. A socket that spends more is cut off and counted; a console comes back by itself.
 */
export const guardSockets = (io: Sockets, { config, limits, log, metrics, strangers }: Parts) => {
  const clientOf = clientFinder(config.TRUST_PROXY);
  const handshakes = createBudgets(limits.sockets.handshakes);
  const operators = createBudgets(limits.sockets.packets);
  const payers = new WeakMap<object, { budget: Budget; user: string }>();

  const cut = (line: Line, reason: string): void => {
    metrics.refusedSockets.inc({ reason });
    line.close(true);
    endFrames(line);
  };

  io.engine.opts.allowRequest = (request, answer) => {
    const refuse = (reason: string): void => {
      metrics.refusedSockets.inc({ reason });
      answer(reason, false);
    };
    const now = performance.now();
    if (namesTwoHosts(request) || !isOwnOrigin(request, config.CONSOLE_URL)) return refuse("origin");
    if (!handshakes.of(clientOf(request), now).take(1, now)) return refuse("handshakes");
    answer(null, true);
  };
  // A request that names the id of an existing socket: Engine.IO would let a second WebSocket take its place, past all
  // checks and counts here. That is for sockets that begin by polling, which none does.
  io.engine.use(({ _query }: { _query: object }, _response: unknown, next: (error?: Error) => void) =>
    next("sid" in _query ? new Error("it has its WebSocket already") : undefined),
  );
  // What is no handshake of Socket.IO at all, or was refused above.
  io.engine.on(
    "connection_error",
    ({ req, code, context }: { req?: IncomingMessage; code: number; context?: object }) => {
      const why = code === forbidden && context && "message" in context ? context.message : "broken";
      strangers.note(req ? clientOf(req) : "", `socket-${why}`);
    },
  );
  io.engine.on("connection", (line: Line) => {
    const stranger = createBudget(limits.sockets.strangers);
    const pay = (cost: number): void => {
      const payer = payers.get(line);
      if ((payer?.budget ?? stranger).spend(cost, performance.now())) return;
      // For half a minute after its end ws reads on, until the client agrees. Who was cut is counted already.
      if (line.readyState === "closed") {
        endFrames(line);
        return;
      }
      if (!payer) strangers.note(clientOf(line.request), "socket-flood");
      else if (strangers.isFirst(`flood of ${payer.user}`))
        log.warn({ user: payer.user }, "an operator's socket sent too much and was closed");
      cut(line, "flood");
    };
    const { socket } = line.transport;
    socket?.prependListener("message", ({ length }) => pay(1 + Math.floor(length / bytesPerUnit)));
    for (const frame of ["ping", "pong"] as const) socket?.on(frame, () => pay(1));
  });

  return {
    cut: (socket: OperatorSocket, reason: string): void => cut(socket.conn as unknown as Line, reason),
    /** From here on its operator pays. False where they have nothing left, or too many sockets already. */
    admit: (socket: OperatorSocket, open: number): boolean => {
      const user = socket.data.signedIn.userId.toHexString();
      const now = performance.now();
      const budget = operators.of(user, now);
      const reason = open >= limits.sockets.perOperator ? "too-many" : budget.take(handshakeCost, now) ? null : "flood";
      if (reason) metrics.refusedSockets.inc({ reason });
      else payers.set(socket.conn, { budget, user });
      return reason === null;
    },
  };
};
export type SocketGuard = ReturnType<typeof guardSockets>;

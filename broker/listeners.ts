import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { createWebSocketStream, WebSocketServer } from "ws";
import { maxPacketBytes } from "#shared/events/machine-topics.ts";
import { type BalancerRefusal, createIdentification } from "./balancers.ts";
import type { Guests } from "./guests.ts";
import type { BrokerLimits, Listen } from "./ports.ts";

/** A WebSocket message may carry several MQTT packets; their own limit is watched inside the stream. */
const maxFrameBytes = 4 * maxPacketBytes;
/** Units send each packet whole. Each piece of a message takes memory of its own until the last is here. */
const maxPieces = 16;

const notHere: RequestListener = (_request, response) => {
  // The connection is closed, because no budget pays for requests: one connection could send them without end.
  const head = { "content-type": "text/plain", upgrade: "websocket", connection: "close" };
  response.writeHead(426, head).end("MQTT over WebSocket only\n");
};

const listening = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

interface Arrivals extends Pick<Guests, "arrive" | "handle"> {
  /** The unit's address as it is counted, also of a socket that TLS has wrapped. */
  addressOf: (socket: Socket) => string;
}

const openTcp = ({ tls }: Listen, { connectMs }: BrokerLimits, { addressOf, arrive, handle }: Arrivals): Server => {
  const take = (socket: Socket) => {
    if (socket.destroyed) return;
    socket.setNoDelay(true);
    arrive(socket, addressOf(socket));
    handle(socket, socket);
  };
  if (!tls) return createServer(take);
  const server = createTlsServer({ ...tls, handshakeTimeout: connectMs }, take);
  // Node says that a handshake took too long, and leaves the socket open.
  server.on("tlsClientError", (_error, socket) => socket.destroy());
  return server;
};

const openWebSocket = (
  { tls }: Listen,
  { connectMs }: BrokerLimits,
  { addressOf, arrive, handle }: Arrivals,
): HttpServer => {
  const patience = { headersTimeout: connectMs, requestTimeout: connectMs, connectionsCheckingInterval: connectMs };
  const server = tls
    ? createHttpsServer({ ...tls, ...patience, handshakeTimeout: connectMs }, notHere)
    : createHttpServer(patience, notHere);
  server.on("tlsClientError", () => undefined);
  server.on(tls ? "secureConnection" : "connection", (socket: Socket) => {
    if (!socket.destroyed) arrive(socket, addressOf(socket));
  });
  const sockets = new WebSocketServer({
    server,
    maxPayload: maxFrameBytes,
    // The types of the library do not know it yet.
    ...({ maxFragments: maxPieces } as object),
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has("mqtt") ? "mqtt" : false),
  });
  sockets.on("error", () => undefined);
  sockets.on("connection", (socket, request) => {
    request.socket.setNoDelay(true);
    const pay = handle(request.socket, createWebSocketStream(socket), request);
    for (const empty of ["ping", "pong"]) socket.on(empty, pay);
    socket.on("message", (bytes: Buffer) => {
      if (bytes.length === 0) pay();
    });
  });
  return server;
};

interface Doorkeeper extends Guests {
  /** Called before each TLS handshake. */
  shakesHands: (address: string) => boolean;
  onRefused: (address: string, why: "too-many-connections" | "too-many-handshakes" | BalancerRefusal) => void;
}

/**
 * Opens the configured listeners. Rejects with Node's own error, which names the port, when one is taken. Sockets of
 * one address beyond its limit, and sockets over TLS beyond the handshakes that it may make, are closed before anything
 * is read, and passed to `onRefused`. Behind balancers only their connections are taken, each with its header of PROXY
 * protocol, and the address in it is the one that counts.
 */
export const openListeners = async (
  listen: Listen,
  limits: BrokerLimits,
  { shakesHands, onRefused, ...guests }: Doorkeeper,
) => {
  const open = new Set<Socket>();
  const perAddress = new Map<string, number>();
  const servers: Server[] = [];
  const { identify, addressOf } = createIdentification(listen.isBalancer, limits.connectMs, onRefused);

  /** False for a socket that is closed again. */
  const takeIn = (socket: Socket): boolean => {
    const address = addressOf(socket);
    const here = (perAddress.get(address) ?? 0) + 1;
    const isTooMany = here > limits.connectionsPerAddress;
    if (isTooMany || (listen.tls && !shakesHands(address))) {
      onRefused(address, isTooMany ? "too-many-connections" : "too-many-handshakes");
      socket.destroy();
      return false;
    }
    perAddress.set(address, here);
    socket.once("close", () => {
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left > 0) perAddress.set(address, left);
      else perAddress.delete(address);
    });
    return true;
  };

  const start = async (server: Server, port: number): Promise<number> => {
    // A refused socket is kept from the server, which would prepare a handshake on the closed socket, too.
    const serve = server.listeners("connection");
    server.removeAllListeners("connection");
    server.on("connection", (socket: Socket) => {
      open.add(socket);
      socket.once("close", () => open.delete(socket));
      identify(socket, () => {
        if (takeIn(socket)) for (const listener of serve) listener.call(server, socket);
      });
    });
    servers.push(server);
    const taken = await listening(server, listen.host, port);
    server.on("error", () => undefined);
    return taken;
  };

  /** Further connections are refused; those that stand are not touched. */
  const stopAccepting = (): Promise<void>[] =>
    servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
  const close = async (): Promise<void> => {
    const closed = stopAccepting();
    for (const socket of open) socket.destroy();
    await Promise.all(closed);
  };

  const arrivals = { ...guests, addressOf };
  try {
    const mqtt = await start(openTcp(listen, limits, arrivals), listen.port);
    const ws = listen.wsPort === undefined ? null : await start(openWebSocket(listen, limits, arrivals), listen.wsPort);
    return { ports: { mqtt, ws }, stopAccepting, close };
  } catch (error) {
    await close();
    throw error;
  }
};

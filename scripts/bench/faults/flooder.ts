import { connect, createServer, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { io } from "socket.io-client";

// A process that floods a gateway; its argument is an Order as JSON. It answers what it has done so far, and ends on
// SIGTERM.

export interface Order {
  kind: keyof typeof floods;
  port: number;
  connections: number;
  /** An operator's token, for sockets. */
  token?: string;
  /** Of all connections together; as many as get in where it is left out. */
  perSecond?: number;
}

const order: Order = JSON.parse(process.argv[2] ?? "{}");
const { port, connections, token, perSecond = Number.POSITIVE_INFINITY } = order;
const began = performance.now();
let [said, opened] = [0, 0];
const mayGoOn = () => said < ((performance.now() - began) / 1_000) * perSecond;

/** Connection after connection, each for as long as `talk` and the other side want. */
const reconnect = (talk: (socket: Socket) => void): void => {
  if (!mayGoOn()) return void setTimeout(reconnect, 5, talk);
  opened += 1;
  const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.1" });
  socket.on("error", () => undefined).on("data", () => undefined);
  socket.once("connect", () => talk(socket)).once("close", () => setTimeout(reconnect, 5, talk));
};

/** The first bytes of a TLS client, recorded by a server without TLS. */
const recordHello = (): Promise<Buffer> =>
  new Promise((resolve) => {
    const server = createServer((socket) => {
      socket
        .on("error", () => undefined)
        .once("data", (bytes) => {
          resolve(bytes);
          socket.destroy();
          server.close();
        });
    }).listen(0, "127.0.0.1", () => {
      const { port: at } = server.address() as { port: number };
      connectTls({ port: at, host: "127.0.0.1" }).on("error", () => undefined);
    });
  });

const rooms = Array.from({ length: 50 }, (_, n) => `session/${n.toString(16).padStart(24, "0")}`);
/** Says the same join over an operator's sockets without end. */
const joins = (names: string[]) => {
  for (let n = 0; n < connections; n += 1) {
    const socket = io(`http://127.0.0.1:${port}`, {
      transports: ["websocket"],
      auth: { token },
      forceNew: true,
      reconnectionDelay: 50,
      reconnectionDelayMax: 100,
    });
    const say = (id = socket.id): void => {
      if (!socket.connected || socket.id !== id) return;
      for (let turn = 0; turn < 20; turn += 1) socket.emit(turn % 2 ? "leave" : "join", names, () => undefined);
      said += 20;
      // What the gateway does not take yet is not heaped up here.
      setTimeout(say, socket.io.engine.writeBuffer.length > 200 ? 5 : 0, id);
    };
    socket.on("connect", () => {
      opened += 1;
      say();
    });
    socket.on("connect_error", () => void setTimeout(() => socket.connect(), 50));
  }
};

const floods = {
  joins: () => joins(rooms),
  large: () => joins(["x".repeat(90_000)]),
  /** The recorded first bytes of a TLS client, each over a connection of its own that is dropped soon. */
  hellos: async () => {
    const hello = await recordHello();
    for (let n = 0; n < connections; n += 1)
      reconnect((socket) => {
        said += 1;
        socket.write(hello);
        setTimeout(() => socket.destroy(), 50);
      });
  },
};

void floods[order.kind]();
process.on("message", () => process.send?.({ said, opened }));
process.on("disconnect", () => process.exit(0));
process.send?.({ isReady: true });

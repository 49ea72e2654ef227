import { randomBytes } from "node:crypto";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import mqtt, { type Packet } from "mqtt-packet";
import { newUnitKeys } from "#shared/runtime/sealed-credentials.ts";
import { signInPacket } from "./sign-in-packet.ts";

// A process that floods a gateway: node flooder.ts '{"kind": ..., "port": ..., ...}'. It ends on SIGTERM and answers
// what it has done so far when it is asked.

interface Order {
  kind: keyof typeof floods;
  port: number;
  /** The address of this host that it comes from. */
  from: string;
  connections: number;
  /** Packets, sign-ins or requests, of all connections together. */
  perSecond: number;
  key: string;
}

const written = (packet: Packet): Buffer => mqtt.generate(packet);

let said = 0;
let opened = 0;
const word = () => randomBytes(6).toString("hex");

const order: Order = JSON.parse(process.argv[2] ?? "{}");
const waiting: { cost: number; go: () => void }[] = [];
let left = 0;
let at = performance.now();
setInterval(() => {
  const now = performance.now();
  left = Math.min(left + ((now - at) / 1_000) * order.perSecond, order.perSecond);
  at = now;
  for (let next = waiting[0]; next && left >= next.cost; next = waiting[0]) {
    left -= next.cost;
    waiting.shift();
    next.go();
  }
}, 10);
/** The pace of the whole flood: nobody says more than his share. */
const permit = (cost = 1) => new Promise<void>((go) => waiting.push({ cost, go }));

/** Opens connection after connection, one at a time, each for as long as `talk` and the other side want. */
const again = async (talk: (socket: Socket) => void) => {
  if (order.kind !== "subscribes" && order.kind !== "requests") await permit();
  const { port, from } = order;
  opened += 1;
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  socket.on("error", () => undefined);
  socket.on("data", () => undefined);
  socket.once("connect", () => talk(socket));
  socket.once("close", () => setTimeout(() => void again(talk), 5));
};

/** So many in one write: who waits for his turn after each packet says only a hundred a second. */
const volley = 20;
const endlessly = async (socket: Socket, packet: Buffer) => {
  const bytes = Buffer.concat(Array.from({ length: volley }, () => packet));
  for (;;) {
    await permit(volley);
    if (socket.destroyed) return;
    said += volley;
    socket.write(bytes);
  }
};

/** What a TLS client says first, to a server that does not speak TLS. */
const recordHello = (): Promise<Buffer> =>
  new Promise((resolve) => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", (bytes) => {
        resolve(bytes);
        socket.destroy();
        server.close();
      });
    });
    server.listen(0, "127.0.0.1", () => {
      const at = server.address() as AddressInfo;
      connectTls({ port: at.port, host: "127.0.0.1" }).on("error", () => undefined);
    });
  });

const floods = {
  /** Endless SUBSCRIBEs over the login that all unregistered units share. */
  subscribes:
    ({ key }: Order) =>
    (socket: Socket) => {
      const id = `CU-FLOOD-${word()}`;
      socket.write(signInPacket(id, "provision", key));
      const payload = JSON.stringify({ version: "1", dateTime: new Date().toISOString(), key: newUnitKeys().key });
      const topic = `vm/v1/${id}/up/register`;
      socket.write(written({ cmd: "publish", topic, payload, qos: 1, messageId: 1, dup: false, retain: false }));
      const one = written({
        cmd: "subscribe",
        messageId: 2,
        subscriptions: [{ topic: `vm/v1/${id}/down/credentials`, qos: 1 }],
      });
      // What is said before the CONNACK waits, and only so much of it.
      socket.once("data", () => void endlessly(socket, one));
    },
  /** Sign-ins with wrong secrets, each over a connection of its own. */
  secrets: () => (socket: Socket) => {
    const id = `CU-FLOOD-${word()}`;
    said += 1;
    socket.write(signInPacket(id, id, word()));
  },
  /** Half a CONNECT, then nothing; and a stream that is no MQTT. */
  broken: () => (socket: Socket) => {
    said += 1;
    if (said % 2 === 0) socket.end(randomBytes(64));
    else socket.write(signInPacket("CU-HALF", "provision", "x").subarray(0, 12));
    setTimeout(() => socket.destroy(), 50);
  },
  /** The recorded first bytes of a TLS client, each over a connection of its own that is dropped soon. */
  hellos: () => {
    const hello = recordHello();
    return (socket: Socket) => {
      said += 1;
      void hello.then((bytes) => socket.write(bytes));
      setTimeout(() => socket.destroy(), 50);
    };
  },
  /** Requests that are refused or half sent, and answers that nobody reads to the end. */
  requests: () => (socket: Socket) => {
    const head = "Host: x\r\nAuthorization: Bearer a.b.c\r\nContent-Type: application/json\r\n";
    const upgrade =
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eHh4\r\n";
    const ask = async () => {
      await permit();
      if (socket.destroyed) return;
      said += 1;
      socket.write(
        [
          `GET /api/v1.2/nothing HTTP/1.1\r\n${head}\r\n`,
          `GET /api/v1.2/vending-machines HTTP/1.1\r\n${head}\r\n`,
          `POST /api/v1.2/auth/login HTTP/1.1\r\n${head}Content-Length: 3\r\n\r\n{"p`,
          `POST /api/v1.2/auth/check HTTP/1.1\r\n${head}Content-Length: 300\r\n\r\n{"p`,
          `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${head}${upgrade}\r\n`,
          `GET /x%zz HTTP/1.1\r\n${head}\r\n`,
          `GET /uploads/products/x.webp HTTP/1.1\r\n${head}\r\n`,
          `GET /qrcode/x.png HTTP/1.1\r\n${head}\r\n`,
          `GET /inventory/v1.2/ HTTP/1.1\r\n${head}\r\n`,
          "no HTTP at all\r\n\r\n",
        ][said % 10] ?? "",
      );
      if (Math.random() < 0.1) setTimeout(() => socket.destroy(), 20);
    };
    socket.on("data", () => void ask());
    void ask();
  },
} satisfies Record<string, (order: Order) => (socket: Socket) => void>;

const talk = floods[order.kind](order);
for (let i = 0; i < order.connections; i += 1) void again(talk);
process.on("message", () => process.send?.({ said, opened }));
process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
process.send?.({ ready: true });

import { io } from "socket.io-client";

// A process that floods a gateway over operators' sockets: node socket-flooder.ts '{"url": ..., "token": ..., ...}'. It
// answers what it has done so far when it is asked, and ends on SIGTERM.

interface Order {
  url: string;
  token: string;
  sockets: number;
  /** What is said again and again. */
  kind: "joins" | "large";
}
const { url, token, sockets, kind }: Order = JSON.parse(process.argv[2] ?? "{}");
const rooms = Array.from({ length: 50 }, (_, n) => `session/${n.toString(16).padStart(24, "0")}`);
const large = ["x".repeat(90_000)];
/** So many before the others have their turn. */
const volley = 20;
let [said, opened] = [0, 0];

for (let n = 0; n < sockets; n += 1) {
  const socket = io(url, {
    transports: ["websocket"],
    auth: { token },
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 100,
  });
  socket.on("connect", () => {
    opened += 1;
    const { id } = socket;
    const say = (): void => {
      if (!socket.connected || socket.id !== id) return;
      for (let turn = 0; turn < volley; turn += 1) {
        if (kind === "large") socket.emit("join", large, () => undefined);
        else socket.emit(turn % 2 ? "leave" : "join", rooms, () => undefined);
        said += 1;
      }
      // What the gateway does not take yet is not heaped up here.
      const { writeBuffer } = socket.io.engine;
      setTimeout(say, writeBuffer.length > 200 ? 5 : 0);
    };
    say();
  });
  socket.on("connect_error", () => void setTimeout(() => socket.connect(), 50));
}
process.on("message", () => process.send?.({ said, opened }));
process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
process.send?.({ ready: true });

import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Node is handed this many bytes at a time: ten of the shortest requests, or forty pieces of a body. */
const pieceBytes = 256;
/** Then the other connections have their turn. In this time some ten kilobytes come in, or a hundred pieces of a byte. */
const turnMs = 0.1;
/**
 * This many of the connections that wait for their turn go on before Node looks for what is new. Node accepts one
 * connection each time: if all went on, a new connection would wait behind two hundred of them for seconds.
 */
const turnsAtOnce = 8;
/** Requests of one connection that are not answered yet. Browsers and proxies send the next one after an answer. */
const mostUnanswered = 8;

/**
 * Node takes whatever it has read of a connection at once, 64 KB, and has no bound for it: thousands of requests begin,
 * or thousands of pieces of a body are kept, before anything is answered, for each connection. Here each connection is
 * read little by little, in turn with the others. A connection that sends too many requests ahead of their answers
 * ends, and `onTooMany` is called.
 */
export const readInTurns = (server: Server, onTooMany: (socket: Socket) => void): void => {
  const unanswered = new WeakMap<Socket, number>();
  const count = (socket: Socket, by: 1 | -1) => unanswered.set(socket, (unanswered.get(socket) ?? 0) + by);
  server.on("request", ({ socket }, response) => {
    count(socket, 1);
    // A response that never finishes takes its connection with it.
    response.once("finish", () => count(socket, -1));
  });

  const waiting: (() => void)[] = [];
  const goOn = (): void => {
    for (const turn of waiting.splice(0, turnsAtOnce)) turn();
    if (waiting.length > 0) setImmediate(goOn);
  };

  const readers = new WeakMap<Socket, (bytes: Buffer) => void>();
  server.on("connection", (socket: Socket) => {
    // Node's own. It asks for each byte itself until somebody else listens.
    const [parse] = socket.listeners("data");
    if (!parse) throw new Error("Node's HTTP server does not read by 'data' any more");
    let isWaiting = false;
    const read = (bytes: Buffer): void => {
      // Node resumes the socket by itself where a body is read.
      if (isWaiting) socket.pause();
      const began = performance.now();
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        // Node pauses it where a body is not read, or answers are not, and resumes it then.
        if (at > 0 && !socket.isPaused() && performance.now() - began > turnMs) wait();
        if (socket.isPaused()) return void socket.unshift(bytes.subarray(at));
        parse(bytes.subarray(at, at + pieceBytes));
        if ((unanswered.get(socket) ?? 0) > mostUnanswered) {
          onTooMany(socket);
          socket.destroy();
        }
        // Bytes behind a request for a WebSocket must wait for its answer.
        if (!readers.has(socket) && at + pieceBytes < bytes.length) socket.destroy();
        // The connection has ended: its remaining bytes are dropped.
        if (!socket.writable) return;
      }
    };
    const wait = (): void => {
      isWaiting = true;
      socket.pause();
      const turn = () => {
        isWaiting = false;
        socket.resume();
      };
      if (waiting.push(turn) === 1) setImmediate(goOn);
    };
    socket.off("data", parse as typeof read).on("data", read);
    readers.set(socket, read);
  });
  // From here the socket is read by others.
  server.prependListener("upgrade", ({ socket }) => {
    const read = readers.get(socket);
    if (read) socket.off("data", read);
    readers.delete(socket);
  });
};

import { createSocket } from "node:dgram";

const headBytes = 12;
const typeA = 1;

/** The name and type that a query asks for, and where its question ends. */
const questionIn = (query: Buffer): { name: string; type: number; end: number } => {
  const labels: string[] = [];
  let at = headBytes;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
};

const answerTo = (query: Buffer, end: number, address: string | null): Buffer => {
  const head = Buffer.from(query.subarray(0, headBytes));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(address === null ? 0 : 1, 6);
  head.fill(0, 8);
  // The name of the question, once more; type, class, ten seconds, four bytes.
  const record = [0xc0, headBytes, 0, typeA, 0, 1, 0, 0, 0, 10, 0, 4, ...(address ?? "").split(".").map(Number)];
  return Buffer.concat([head, query.subarray(headBytes, end), Buffer.from(address === null ? [] : record)]);
};

/** A name server: it knows these names with an IPv4 address each, and never answers for any other. */
export const startNameServer = async (known: Record<string, string>) => {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (query, from) => {
    const { name, type, end } = questionIn(query);
    asked.push(name);
    const address = known[name];
    if (address) socket.send(answerTo(query, end, type === typeA ? address : null), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked: (): readonly string[] => asked,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
};

import type { Duplex } from "node:stream";
import { costOf, fragmentCost } from "./costs.ts";

const continues = 0x80;
const lengthBits = 0x7f;
const lengthBytes = 4;
const typeBits = 4;

interface Guard {
  maxBytes: number;
  /** Why what costs so much is refused; null if it is not. */
  spend: (cost: number) => string | null;
  /** Called once, before the connection is destroyed. */
  refuse: (why: string) => void;
}

/**
 * Follows the borders of MQTT packets in a stream of bytes. Says why the stream ends, as soon as a fixed header
 * announces more than `maxBytes` or more than may be spent, whatever of it has arrived.
 */
const createBorderWatch = ({ maxBytes, spend }: Omit<Guard, "refuse">) => {
  let part: "type" | "length" | "body" = "type";
  let type = 0;
  let length = 0;
  let digits = 0;

  return (bytes: Buffer): string | null => {
    let heads = 0;
    for (let at = 0; at < bytes.length; ) {
      if (part === "type") {
        type = bytes.readUInt8(at) >> typeBits;
        part = "length";
        length = 0;
        digits = 0;
        at += 1;
      } else if (part === "length") {
        const byte = bytes.readUInt8(at);
        length += (byte & lengthBits) * 128 ** digits;
        digits += 1;
        at += 1;
        if (byte & continues && digits < lengthBytes) continue;
        if (length > maxBytes) return "packet-too-large";
        heads += 1;
        const why = spend(costOf(type, length));
        if (why) return why;
        part = length > 0 ? "body" : "type";
      } else {
        const step = Math.min(length, bytes.length - at);
        length -= step;
        at += step;
        if (length === 0) part = "type";
      }
    }
    return heads === 0 ? spend(fragmentCost) : null;
  };
};

/**
 * Ends a connection whose next packet announces too much, before it is buffered, or costs more than may be spent,
 * before it is looked at: Aedes itself has no limit, would keep 256 MB of somebody who has not even signed in, and
 * handles all packets of one read at once. Stands before Aedes takes the connection.
 */
export const guardStream = <C extends Duplex>(stream: C, guard: Guard): C => {
  const refusalOf = createBorderWatch(guard);
  const read = stream.read.bind(stream);
  stream.read = (size?: number) => {
    const bytes: Buffer | null = read(size);
    const why = bytes === null ? null : refusalOf(bytes);
    if (why === null) return bytes;
    guard.refuse(why);
    stream.destroy();
    return null;
  };
  return stream;
};

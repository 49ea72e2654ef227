import type { Duplex } from "node:stream";

const continues = 0x80;
const lengthBits = 0x7f;
const lengthBytes = 4;

/**
 * Follows the borders of MQTT packets in a stream of bytes. Gives false as soon as a fixed header announces more
 * than `maxBytes`, whatever of it has arrived.
 */
const createBorderWatch = (maxBytes: number) => {
  let part: "type" | "length" | "body" = "type";
  let length = 0;
  let digits = 0;

  return (bytes: Buffer): boolean => {
    for (let at = 0; at < bytes.length; ) {
      if (part === "type") {
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
        if (length > maxBytes) return false;
        part = length > 0 ? "body" : "type";
      } else {
        const step = Math.min(length, bytes.length - at);
        length -= step;
        at += step;
        if (length === 0) part = "type";
      }
    }
    return true;
  };
};

/**
 * Ends a connection whose next packet announces too much, before it is buffered: Aedes itself has no limit, and
 * would keep 256 MB of somebody who has not even signed in. Stands before Aedes takes the connection.
 */
export const limitPackets = <C extends Duplex>(connection: C, maxBytes: number, onTooLarge: () => void): C => {
  const fits = createBorderWatch(maxBytes);
  const read = connection.read.bind(connection);
  connection.read = (size?: number) => {
    const bytes: Buffer | null = read(size);
    if (bytes === null || fits(bytes)) return bytes;
    onTooLarge();
    connection.destroy();
    return null;
  };
  return connection;
};

import type { Socket } from "node:net";
import { addressName } from "#shared/http/address-name.ts";
import type { Listen } from "./ports.ts";

const signature = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
/** The signature, a byte of version and command, a byte of family and protocol, two of length. */
const headBytes = 16;
/** A balancer keeps the whole header within the smallest segment of TCP, 536 bytes. */
const maxRestBytes = 520;
const ipv4 = { bytes: 4, pair: 12 };
const ipv6 = { bytes: 16, pair: 36 };
const mappedPrefix = Buffer.from("00000000000000000000ffff", "hex");

const dotted = (bytes: Buffer): string => [...bytes].join(".");
const groups = (bytes: Buffer): string =>
  [0, 2, 4, 6, 8, 10, 12, 14].map((at) => bytes.readUInt16BE(at).toString(16)).join(":");

/** The client's address; "" where the balancer speaks for itself (a health check); null where it is no such header. */
const clientIn = (head: Buffer, rest: Buffer): string | null => {
  const command = head[12];
  const family = head[13];
  if (command === 0x20) return "";
  if (command !== 0x21) return null;
  if (family === 0x11 && rest.length >= ipv4.pair) return dotted(rest.subarray(0, ipv4.bytes));
  if (family !== 0x21 || rest.length < ipv6.pair) return null;
  const address = rest.subarray(0, ipv6.bytes);
  return address.indexOf(mappedPrefix) === 0 ? dotted(address.subarray(-ipv4.bytes)) : groups(address);
};

/**
 * Reads the header of PROXY protocol version 2 that a balancer sends before all else, and nothing behind it. Calls back
 * once: with the client's address, with "" where the balancer speaks for itself, or with null where the header is not
 * right or not whole within `ms`. Addresses of other kinds than TCP over IPv4 or IPv6 are not right. Calls nothing
 * for a socket that closes first.
 */
const readProxyHeader = (socket: Socket, ms: number, done: (client: string | null) => void): void => {
  let head: Buffer | null = null;
  const finish = (client: string | null) => {
    clearTimeout(deadline);
    socket.off("readable", read).off("end", fail).off("close", leave).off("error", ignore);
    // Node notices on the next tick that the listener is gone, and would not announce to the next one what is here.
    process.nextTick(() => {
      if (!socket.destroyed) done(client);
    });
  };
  const fail = () => finish(null);
  const leave = () => clearTimeout(deadline);
  const ignore = () => undefined;
  const read = () => {
    head ??= socket.read(headBytes);
    if (head === null) return;
    const length = head.length === headBytes ? head.readUInt16BE(headBytes - 2) : 0;
    if (head.length < headBytes || head.indexOf(signature) !== 0 || length > maxRestBytes) return fail();
    const rest: Buffer | null = length === 0 ? Buffer.alloc(0) : socket.read(length);
    if (rest === null) return;
    finish(rest.length === length ? clientIn(head, rest) : null);
  };
  const deadline = setTimeout(fail, ms);
  socket.on("readable", read).on("end", fail).on("close", leave).on("error", ignore);
};

export type BalancerRefusal = "not-a-balancer" | "no-proxy-header";

/** Distinct for each open connection; TLS wraps a socket in another one with the same ends. */
const endsOf = ({ remoteAddress, remotePort, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localPort}`;

/** Finds out whose connection a socket is. Where there are no balancers, the socket's own address says it. */
export const createIdentification = (
  isBalancer: Listen["isBalancer"],
  ms: number,
  onRefused: (address: string, why: BalancerRefusal) => void,
) => {
  const named = new Map<string, string>();
  /** As addresses are counted, also of a socket that TLS has wrapped. */
  const addressOf = (socket: Socket): string => named.get(endsOf(socket)) ?? addressName(socket.remoteAddress ?? "");
  const refuse = (socket: Socket, why: BalancerRefusal) => {
    onRefused(addressOf(socket), why);
    socket.destroy();
  };

  return {
    addressOf,
    /** Calls back at once or when the balancer has said it, and not for a socket that is closed instead. */
    identify: (socket: Socket, goOn: () => void): void => {
      if (!isBalancer) goOn();
      else if (!isBalancer(socket.remoteAddress ?? "")) refuse(socket, "not-a-balancer");
      else
        readProxyHeader(socket, ms, (client) => {
          if (client === null) return refuse(socket, "no-proxy-header");
          if (client !== "") {
            const ends = endsOf(socket);
            named.set(ends, addressName(client));
            socket.once("close", () => named.delete(ends));
          }
          goOn();
        });
    },
  };
};

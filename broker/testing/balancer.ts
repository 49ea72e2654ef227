import { type AddressInfo, connect, createServer, isIPv6 } from "node:net";
import { onTestFinished } from "vitest";

const signature = Buffer.from("0d0a0d0a000d0a515549540a", "hex");

const ipv6Bytes = (address: string): Buffer => {
  const [head = "", tail = ""] = address.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill("0");
  const all = address.includes("::") ? [...groups(head), ...zeros, ...groups(tail)] : groups(address);
  return Buffer.from(all.map((group) => group.padStart(4, "0")).join(""), "hex");
};

/** Any header, right or wrong, of PROXY protocol version 2. */
export const proxyHeader = (command: number, family: number, rest: Buffer, length = rest.length): Buffer => {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(length);
  return Buffer.concat([signature, Buffer.from([command, family]), size, rest]);
};

/** What a balancer writes before a connection of this client; `extra` are fields that it adds behind the addresses. */
export const headerFor = (client: string, extra: Buffer = Buffer.alloc(0)): Buffer => {
  const ports = Buffer.from([0xc0, 0, 0x07, 0x5b]);
  const address = isIPv6(client) ? ipv6Bytes(client) : Buffer.from(client.split(".").map(Number));
  return proxyHeader(0x21, isIPv6(client) ? 0x21 : 0x11, Buffer.concat([address, address, ports, extra]));
};

/**
 * A balancer in front of this port, which speaks from `from` and writes `header` together with the client's first bytes,
 * or in pieces of a byte. Returns its own port; it is gone when the test has finished.
 */
export const openBalancer = async (to: number, header: Buffer, from: string, inPieces = false): Promise<number> => {
  const server = createServer((client) => {
    const upstream = connect({ port: to, host: "127.0.0.1", localAddress: from });
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
    }
    client.once("close", () => upstream.destroy());
    upstream.once("close", () => client.destroy());
    upstream.pipe(client);
    client.once("data", async (first) => {
      const bytes = Buffer.concat([header, first]);
      client.pause();
      if (inPieces)
        for (const byte of bytes) {
          upstream.write(Buffer.from([byte]));
          await new Promise(setImmediate);
        }
      else upstream.write(bytes);
      client.pipe(upstream);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A line to a server that a test controls: `join` decides what passes from one end to the other. Its target is resolved
 * for each new connection, as a name is. It begins at a free port where none is given.
 */
export const openTcpLine = async (
  toUrl: string | (() => string),
  join: (near: Socket, far: Socket) => void,
  port = 0,
) => {
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    const { hostname, port } = new URL(typeof toUrl === "string" ? toUrl : toUrl());
    const far = connect({ host: hostname, port: Number(port) });
    for (const end of [near, far]) {
      end.setNoDelay(true);
      ends.add(end);
      end.on("error", () => undefined);
      end.on("close", () => {
        ends.delete(end);
        near.destroy();
        far.destroy();
      });
    }
    join(near, far);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  /** Every connection ends without a goodbye. */
  const cut = (): void => {
    for (const end of ends) end.destroy();
  };
  return {
    /** Where the line begins: host and port. */
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    stop: async (): Promise<void> => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A line between browsers and the gateway that a test cuts: every connection over it ends without a goodbye. */
export const openCuttableLine = async (toUrl: string) => {
  const { hostname, port } = new URL(toUrl);
  const ends = new Set<Socket>();
  const server = createServer((near) => {
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
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      for (const end of ends) end.destroy();
    },
    stop: async () => {
      for (const end of ends) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
export type CuttableLine = Awaited<ReturnType<typeof openCuttableLine>>;

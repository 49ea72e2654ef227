import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A line to the gateway in which a test lets bytes get stuck, as in the buffers of a radio network: the connection
 * stands, what the gateway writes lies there, and comes out all at once, late.
 */
export const openStuckLine = async (toUrl: string) => {
  const { hostname, port } = new URL(toUrl);
  const ends = new Set<Socket>();
  let lying: { near: Socket; bytes: Buffer }[] = [];
  /** So many more bytes pass before the next get stuck. */
  let passing = Number.POSITIVE_INFINITY;

  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) });
    for (const end of [near, far]) {
      end.setNoDelay(true);
      ends.add(end);
      end.on("error", () => undefined);
      end.on("close", () => {
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.on("data", (bytes) => {
      const through = bytes.subarray(0, passing);
      passing -= through.length;
      near.write(through);
      if (through.length < bytes.length) lying.push({ near, bytes: bytes.subarray(through.length) });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    mqttUrl: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What the gateway writes gets stuck, after so many more bytes. */
    stick: (afterBytes = 0): void => {
      passing = afterBytes;
    },
    stuckBytes: (): number => lying.reduce((sum, { bytes }) => sum + bytes.length, 0),
    /** Everything comes out, in order. */
    release: (): void => {
      passing = Number.POSITIVE_INFINITY;
      for (const { near, bytes } of lying) near.write(bytes);
      lying = [];
    },
    stop: async (): Promise<void> => {
      for (const end of ends) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
export type StuckLine = Awaited<ReturnType<typeof openStuckLine>>;

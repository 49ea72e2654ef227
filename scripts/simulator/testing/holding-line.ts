import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A way to the gateway on which bytes for the unit can be held, as a dead radio holds them: nothing is lost, all of it
 * comes at once when the line lives again.
 */
export const openHoldingLine = async (toUrl: string) => {
  const { hostname, port } = new URL(toUrl);
  const ends = new Set<Socket>();
  const held: (() => void)[] = [];
  let holding = false;
  let passesFirst = 0;
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
    let passed = 0;
    far.on("data", (bytes: Buffer) => {
      const passes = holding ? Math.max(0, passesFirst - passed) : bytes.length;
      passed += bytes.length;
      const rest = bytes.subarray(passes);
      if (passes > 0) near.write(bytes.subarray(0, passes));
      if (rest.length > 0) held.push(() => near.write(rest));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The first so many bytes of each connection pass all the same. */
    hold: (first = 0) => {
      holding = true;
      passesFirst = first;
    },
    release: () => {
      holding = false;
      for (const write of held.splice(0)) write();
    },
    stop: async () => {
      for (const end of ends) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
export type HoldingLine = Awaited<ReturnType<typeof openHoldingLine>>;

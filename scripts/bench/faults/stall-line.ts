import type { Socket } from "node:net";
import { openTcpLine } from "../../testing/tcp-line.ts";

/** A line to a gateway that may stall: the connection stands, and what is written lies there and comes out late. */
export const openStallLine = async (toUrl: () => string) => {
  const lying: { to: Socket; bytes: Buffer }[] = [];
  let isStalled = false;
  const carry = (from: Socket, to: Socket) => {
    from.on("data", (bytes) => {
      if (isStalled) lying.push({ to, bytes });
      else to.write(bytes);
    });
  };
  const open = () =>
    openTcpLine(toUrl(), (near, far) => {
      carry(near, far);
      carry(far, near);
    });
  let line = await open();

  return {
    mqttUrl: () => `mqtt://${line.host}`,
    stall: (): void => {
      isStalled = true;
    },
    release: (): void => {
      isStalled = false;
      for (const { to, bytes } of lying.splice(0)) if (!to.destroyed) to.write(bytes);
    },
    /** Leads to where `toUrl` says by now; what stood breaks, and what lay in it is lost. */
    move: async (): Promise<void> => {
      const before = line;
      line = await open();
      lying.splice(0);
      await before.stop();
    },
    stop: () => line.stop(),
  };
};
export type StallLine = Awaited<ReturnType<typeof openStallLine>>;

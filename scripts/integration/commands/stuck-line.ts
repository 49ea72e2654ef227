import type { Socket } from "node:net";
import { openTcpLine } from "../../testing/tcp-line.ts";

/**
 * A line to the gateway in which a test lets bytes get stuck, as in the buffers of a radio network: the connection
 * stands, what the gateway writes lies there, and comes out all at once, late.
 */
export const openStuckLine = async (toUrl: string) => {
  let lying: { near: Socket; bytes: Buffer }[] = [];
  /** So many more bytes pass before the next get stuck. */
  let passing = Number.POSITIVE_INFINITY;

  const { host, stop } = await openTcpLine(toUrl, (near, far) => {
    near.pipe(far);
    far.on("data", (bytes) => {
      const through = bytes.subarray(0, passing);
      passing -= through.length;
      near.write(through);
      if (through.length < bytes.length) lying.push({ near, bytes: bytes.subarray(through.length) });
    });
  });

  return {
    mqttUrl: `mqtt://${host}`,
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
    stop,
  };
};
export type StuckLine = Awaited<ReturnType<typeof openStuckLine>>;

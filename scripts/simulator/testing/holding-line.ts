import type { Socket } from "node:net";
import { openTcpLine } from "../../testing/tcp-line.ts";

/**
 * A way to the gateway on which bytes for the unit can be delayed, as by a dead radio: nothing is lost, all of it comes
 * at once when the line works again.
 */
export const openHoldingLine = async (toUrl: string) => {
  const held: { near: Socket; bytes: Buffer }[] = [];
  let holding = false;
  let passesFirst = 0;
  const { host, stop } = await openTcpLine(toUrl, (near, far) => {
    near.pipe(far);
    let passed = 0;
    far.on("data", (bytes: Buffer) => {
      const passes = holding ? Math.max(0, passesFirst - passed) : bytes.length;
      passed += bytes.length;
      const rest = bytes.subarray(passes);
      if (passes > 0) near.write(bytes.subarray(0, passes));
      if (rest.length > 0) held.push({ near, bytes: rest });
    });
  });
  return {
    url: `mqtt://${host}`,
    /** Holds all bytes back except the first `first` of each connection. */
    hold: (first = 0) => {
      holding = true;
      passesFirst = first;
    },
    release: () => {
      holding = false;
      for (const { near, bytes } of held.splice(0)) near.write(bytes);
    },
    heldBytes: (): number => held.reduce((sum, { bytes }) => sum + bytes.length, 0),
    stop,
  };
};
export type HoldingLine = Awaited<ReturnType<typeof openHoldingLine>>;

import { openTcpLine } from "../../testing/tcp-line.ts";

/** A line to a store whose answers come this many milliseconds late; answers under way keep their delay. */
export const openLaggingLine = async (toUrl: string) => {
  let lagMs = 0;
  const { host, stop } = await openTcpLine(toUrl, (near, far) => {
    const late: { at: number; bytes: Buffer }[] = [];
    const pass = (): void => {
      const now = performance.now();
      for (let next = late[0]; next && next.at <= now; next = late[0]) {
        late.shift();
        if (!near.destroyed) near.write(next.bytes);
      }
      if (late[0]) setTimeout(pass, late[0].at - now + 1);
    };
    near.on("data", (bytes) => far.write(bytes));
    far.on("data", (bytes) => {
      const at = Math.max(performance.now() + lagMs, late.at(-1)?.at ?? 0);
      if (late.push({ at, bytes }) === 1) pass();
    });
  });
  return {
    host,
    /** From the next answer on. */
    lag: (ms: number): void => {
      lagMs = ms;
    },
    stop,
  };
};

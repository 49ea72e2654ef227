import { openTcpLine } from "../../testing/tcp-line.ts";

const ofChangeStream = /\$changeStream|\$cmd\.aggregate/;

/** A line to MongoDB on which the requests of change streams can be held back, and everything else passes. */
export const openStreamlessLine = async (toUrl: string) => {
  let holds = false;
  const held = new Set<() => void>();
  const { host, stop } = await openTcpLine(toUrl, (near, far) => {
    let waiting: Buffer[] | null = null;
    const release = () => {
      held.delete(release);
      for (const bytes of waiting ?? []) far.write(bytes);
      waiting = null;
    };
    near.on("close", () => held.delete(release));
    near.on("data", (bytes) => {
      if (waiting === null && holds && ofChangeStream.test(bytes.toString("latin1"))) {
        waiting = [];
        held.add(release);
      }
      if (waiting) waiting.push(bytes);
      else far.write(bytes);
    });
    far.on("data", (bytes) => near.write(bytes));
  });
  return {
    host,
    hold: (): void => {
      holds = true;
    },
    release: (): void => {
      holds = false;
      for (const one of held) one();
    },
    stop,
  };
};

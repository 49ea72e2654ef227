import { say } from "./say.ts";

type Stop = () => Promise<void>;

const allMs = 25_000;
/** One Ctrl-C may arrive twice, from the terminal and from npm. */
const sameMs = 1_000;

/**
 * Ends what was started in reverse order, once: on Ctrl-C and its kin, when a part is lost, when the start fails. A
 * second Ctrl-C does not wait any longer: closing our end of each channel makes the rest end by itself.
 */
export function createUndo() {
  const started: { name: string; stop: Stop }[] = [];
  let ending: Promise<never> | undefined;
  let requestedAt = 0;

  const undo = async (exitCode: number): Promise<never> => {
    setTimeout(() => process.exit(1), allMs).unref();
    for (const { name, stop } of started.reverse()) {
      await stop().catch((error: Error) => say(`${name} did not end properly: ${error.message}`));
    }
    return process.exit(exitCode);
  };

  const end = (exitCode: number) => {
    ending ??= undo(exitCode);
    return ending;
  };

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (ending && Date.now() - requestedAt > sameMs) process.exit(130);
      if (ending) return;
      requestedAt = Date.now();
      say("Stopping ...");
      void end(0);
    });
  }
  return {
    add: (name: string, stop: Stop) => {
      started.push({ name, stop });
    },
    end,
    isEnding: () => ending !== undefined,
  };
}
type Undo = ReturnType<typeof createUndo>;

/** Starts what `work` starts, until one of its parts is lost: that, or why it could not start, ends all of it. */
export async function startUntilLost(undo: Undo, work: () => Promise<string>): Promise<void> {
  const sentence = await work().catch((error) => (error instanceof Error ? error.message : String(error)));
  if (undo.isEnding()) return;
  process.stderr.write(`${sentence}\n`);
  await undo.end(1);
}

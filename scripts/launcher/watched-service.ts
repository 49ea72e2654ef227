import { watch } from "node:fs";
import { join } from "node:path";
import { type ServiceCommand, type ServiceProcess, startService } from "./service-process.ts";

interface WatchedOrder extends ServiceCommand {
  /** Folders whose changes restart the service. */
  sources: string[];
  say(line: string): void;
}

const settleMs = 200; // an editor writes a file in several steps, a checkout writes many

/**
 * A service from its sources, restarted when they change. If it does not start, or crashes, it waits for the next
 * change instead of ending the others.
 */
export function watchService({ sources, say, ...order }: WatchedOrder) {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  let service: ServiceProcess | undefined;

  const run = async (): Promise<void> => {
    const present = startService(order);
    service = present;
    void present.lost.then((sentence) => isStopped || say(`${sentence} It starts again when a source changes.`));
    await present.ready.catch(() => {}); // `lost` has reported it
  };
  const restart = () => {
    turn = turn.then(async () => {
      if (isStopped) return;
      say(`Starting the ${order.name} again ...`);
      await service?.stop();
      await run();
    });
  };
  const watchers = sources.map((folder) =>
    watch(join(order.cwd, folder), { recursive: true }, (_event, file) => {
      if (!file || !/\.ts$/.test(file) || /\.test\.ts$/.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(restart, settleMs);
    }),
  );
  turn = run();

  return {
    firstStart: turn,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      await service?.stop();
    },
  };
}

import type { Page } from "playwright-core";
import type { Figure } from "../command-line.ts";
import { metricOf } from "../installation.ts";
import { mebibytes, median, residentBytes, thirdsVerdict } from "../measure.ts";
import type { Network } from "./network.ts";

/** One measured process. A store's memory grows with its data and is shown apart. */
interface Source {
  name: string;
  mustBeFlat: boolean;
  read: () => Promise<number> | number;
}

/** What the page's scripts use, once its garbage is collected. */
const readPage = async (page: Page) => {
  const line = await page.context().newCDPSession(page);
  await line.send("Performance.enable");
  return async () => {
    await line.send("HeapProfiler.collectGarbage");
    const { metrics } = await line.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
  };
};

/** The memory of an experiment's processes and of an open page, from time to time. */
export const createMemorySamples = async ({ gateways, workers, servers, url, workerUrl }: Network, page: Page) => {
  const [gateway, worker] = [gateways[0]?.pid() ?? 0, workers[0]?.pid() ?? 0];
  const shown = (name: string, read: Source["read"]): Source => ({ name, mustBeFlat: false, read });
  // V8 and malloc keep what a busy moment needed: V8 up to twice its live objects, malloc 31 MiB of a worker after an
  // hour in which 9 to 10 MiB more were in use throughout. A leak shows in what lives, so that is judged.
  const judged = (name: string, at: string, pid: number): Source[] => [
    shown(name, () => residentBytes(pid)),
    shown(
      `${name}'s memory outside of its heap`,
      async () => residentBytes(pid) - (await metricOf(at, "cansole_nodejs_heap_size_total_bytes")),
    ),
    { name: `${name}'s live heap`, mustBeFlat: true, read: () => metricOf(at, "cansole_nodejs_heap_size_used_bytes") },
    { name: `${name}'s buffers`, mustBeFlat: true, read: () => metricOf(at, "cansole_nodejs_external_memory_bytes") },
  ];
  const sources: Source[] = [
    ...judged("gateway", url, gateway),
    ...judged("worker", workerUrl, worker),
    { name: "the page's heap", mustBeFlat: true, read: await readPage(page) },
    shown("MongoDB", () => residentBytes(servers.pids.mongo ?? 0)),
    shown("Redis", () => residentBytes(servers.pids.redis ?? 0)),
    shown("this process", () => residentBytes(process.pid)),
  ];
  const samples = new Map(sources.map(({ name }) => [name, [] as number[]]));
  return {
    /** The processes have just collected their garbage. What cannot be read at this moment is read the next time. */
    take: async (): Promise<void> => {
      for (const { name, read } of sources) {
        const bytes = await Promise.resolve(read()).catch(() => null);
        if (bytes !== null) samples.get(name)?.push(bytes);
      }
    },
    /** The medians of the last `latest` samples. */
    line: (latest: number): string =>
      [...samples].map(([name, all]) => `${name} ${mebibytes(median(all.slice(-latest)))}`).join(", "),
    figures: (isLong: boolean): Figure[] =>
      sources
        .filter(({ mustBeFlat }) => mustBeFlat)
        .map(({ name }) => {
          const { early, late, isFlat } = thirdsVerdict(samples.get(name) ?? []);
          return {
            what: `memory of ${name}`,
            measured: `${mebibytes(early)} in the second third, ${mebibytes(late)} in the last`,
            // Before that caches are still filling.
            bound: "at most a twentieth more, from 10 minutes on",
            isHeld: isFlat || !isLong,
          };
        }),
  };
};

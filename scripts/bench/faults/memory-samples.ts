import type { Page } from "playwright-core";
import type { Figure } from "../command-line.ts";
import { metricOf } from "../installation.ts";
import { mebibytes, median, residentBytes, thirdsVerdict } from "../measure.ts";
import type { Network } from "./network.ts";

/** One thing that is measured; what a store keeps in memory grows with its data, and is shown alone. */
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
  const heapOf = (at: string) => () => metricOf(at, "cansole_nodejs_heap_size_used_bytes");
  /** What explains resident memory that its used heap does not: pages that V8 keeps, and what lies outside of its heap. */
  const explained = (name: string, metric: string): Source => ({
    name: `gateway's ${name}`,
    mustBeFlat: false,
    read: () => metricOf(url, `cansole_nodejs_${metric}_bytes`),
  });
  const resident = (name: string, pid: number, mustBeFlat = true): Source => ({
    name,
    mustBeFlat,
    read: () => residentBytes(pid),
  });
  const sources: Source[] = [
    resident("gateway", gateway),
    { name: "gateway's heap", mustBeFlat: true, read: heapOf(url) },
    explained("reserved heap", "heap_size_total"),
    explained("external memory", "external_memory"),
    resident("worker", worker),
    { name: "worker's heap", mustBeFlat: true, read: heapOf(workerUrl) },
    { name: "the page's heap", mustBeFlat: true, read: await readPage(page) },
    resident("MongoDB", servers.pids.mongo ?? 0, false),
    resident("Redis", servers.pids.redis ?? 0, false),
    resident("this process", process.pid, false),
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
    /** The medians of the last so many samples. */
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

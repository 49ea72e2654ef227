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
  const outsideOf = (at: string, pid: number) => async () =>
    residentBytes(pid) - (await metricOf(at, "cansole_nodejs_heap_size_total_bytes"));
  const shown = (name: string, pid: number): Source => ({ name, mustBeFlat: false, read: () => residentBytes(pid) });
  // V8 keeps pages of its heap whose objects are gone, up to twice the live ones, after moments with much work. A leak
  // is in what lives in the heap or in what lies outside of it; both are judged, the whole is shown.
  const judged = (name: string, at: string, pid: number): Source[] => [
    shown(name, pid),
    { name: `${name}'s live heap`, mustBeFlat: true, read: heapOf(at) },
    { name: `${name}'s memory outside of its heap`, mustBeFlat: true, read: outsideOf(at, pid) },
  ];
  const sources: Source[] = [
    ...judged("gateway", url, gateway),
    ...judged("worker", workerUrl, worker),
    { name: "the page's heap", mustBeFlat: true, read: await readPage(page) },
    shown("MongoDB", servers.pids.mongo ?? 0),
    shown("Redis", servers.pids.redis ?? 0),
    shown("this process", process.pid),
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

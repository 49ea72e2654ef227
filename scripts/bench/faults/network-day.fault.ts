import { customersLine } from "../../simulator/customers/customers.ts";
import { pause } from "../../simulator/pause.ts";
import { launchBrowser } from "../../testing/browser.ts";
import { openVisit } from "../../testing/visit.ts";
import { atLeast, exactly } from "../command-line.ts";
import { metricOf } from "../installation.ts";
import { heapVerdict, mebibytes } from "../measure.ts";
import { openNetwork } from "./network.ts";
import type { Fault } from "./run.ts";

const customersAMinute = 50;

export const fault: Fault = {
  promise:
    "50 customers a minute at 24 machines with a trial's faults: figures agree at the end, memory is flat, nothing is logged as an error and the browser's console is empty",
  run: async (say, minutes = 30) => {
    const network = await openNetwork({ seed: Number(process.env.SEED ?? 3), customersAMinute }, say);
    const browser = await launchBrowser();
    try {
      const { url, token, people, processes, workerUrl } = network;
      const visit = await openVisit(browser, { url, token });
      await visit.goTo("/transactions");
      await network.fleet.start();
      people.start();
      const heaps: Record<string, number[]> = { [url]: [], [workerUrl]: [] };
      for (const end = Date.now() + minutes * 60_000; Date.now() < end; ) {
        await pause(9_000);
        for (const one of processes) process.kill(one.pid(), "SIGUSR2");
        await pause(1_000);
        for (const [at, heap] of Object.entries(heaps))
          heap.push(await metricOf(at, "cansole_nodejs_heap_size_used_bytes"));
        if ((heaps[url]?.length ?? 0) % 6 === 0) say(customersLine(people.summary()).trim());
      }
      const flat = Object.entries(heaps).map(([at, heap]) => {
        const { early, late, isFlat } = heapVerdict(heap);
        const what = `heap of the ${at === url ? "gateway" : "worker"}`;
        const measured = `falls back to ${mebibytes(early)} early, ${mebibytes(late)} late`;
        // Before that caches are still filling.
        return { what, measured, bound: "at most a tenth more, from 10 minutes on", isHeld: isFlat || minutes < 10 };
      });
      const figures = await network.judge();
      const errors = processes.flatMap((one) => one.errors());
      const complaints = visit.complaints();
      for (const line of [...errors, ...complaints].slice(0, 20)) say(line.slice(0, 400));
      return [
        ...flat,
        ...figures,
        atLeast("cans that were taken", people.summary().taken, minutes * customersAMinute * 0.3),
        exactly("lines at the level error of gateway and worker", errors.length, 0),
        exactly("words on the browser's console", complaints.length, 0),
      ];
    } finally {
      await browser.close();
      await network.stop();
    }
  },
};

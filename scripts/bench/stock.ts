import { monitorEventLoopDelay } from "node:perf_hooks";
import { until } from "#shared/testing/eventually.ts";
import { type Cell, readOptions, runBench, say, table } from "./command-line.ts";
import { startConsoleGateway, untilStocked } from "./console.ts";
import { inMs, median, processorSeconds } from "./measure.ts";
import { withOwnServers } from "./own-servers.ts";
import { plantStock } from "./planted-stock.ts";

const usage = "npm run bench:stock -- [--machines 2000] [--containers 50] [--rounds 15]";
const { machines, containers, rounds } = readOptions(usage, { machines: 2_000, containers: 50, rounds: 15 });

runBench(() =>
  withOwnServers(say, async (mongo, services) => {
    const [first] = await plantStock(mongo, machines, containers);
    const pids = { gateway: process.pid, MongoDB: services.pids.mongo ?? 0, Redis: services.pids.redis ?? 0 };
    /** Processor time of each part while something goes on. */
    const costs: Cell[][] = [];
    const costOf = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      const before = Object.values(pids).map(processorSeconds);
      const began = performance.now();
      const found = await work();
      const used = Object.values(pids).map((pid, at) => processorSeconds(pid) - (before[at] ?? 0));
      const all = [...used, used.reduce((sum, one) => sum + one, 0)];
      costs.push([what, inMs(performance.now() - began), ...all.map((seconds) => `${seconds.toFixed(2)} s`)]);
      return found;
    };
    const start = async () => {
      const started = await startConsoleGateway(services);
      await untilStocked(started.gateway);
      return started;
    };
    const { gateway, token } = await costOf("a first start, until Redis has all stock", start);
    await costOf("a further start", async () => {
      const further = await start();
      await until("its stock", () => further.gateway.stock?.isCurrent() === true, 600_000);
      await further.gateway.stop();
    });
    const checked = await costOf("the check of everything", async () => gateway.stock?.check());
    table(["", "time", ...Object.keys(pids), "together"], costs);
    say(`${checked?.compared} machines compared, ${checked?.drifted} had drifted.`);
    const fetchPath = (path: string) =>
      fetch(`${gateway.url}/api/v1.2${path}`, { headers: { authorization: `Bearer ${token}` } });

    const cans = "/containers/cans-in-stock";
    const { cansInStock } = (await (await fetchPath(cans)).json()) as { cansInStock: { pages: number } };
    const pages = [Math.min(2_000, Math.ceil(cansInStock.pages / 2)), cansInStock.pages].map(
      (page) => `${cans}?page=${page}`,
    );
    const ofOne = ["vending-machines/stock", "containers"].map((path) => `/${path}?vendingMachine=${first}`);
    const lists = [cans, ...pages, `${cans}?startDate=2026-03-01&endDate=2026-03-07`, `${cans}?download=true`];
    const rows: (string | number)[][] = [];
    for (const path of ["/containers/all", ...ofOne, ...lists]) {
      const ms: number[] = [];
      let bytes = 0;
      const loop = monitorEventLoopDelay({ resolution: 5 });
      const times = path.includes("download") ? Math.min(3, rounds) : rounds;
      // The first call is not measured.
      for (let round = 0; round <= times; round += 1) {
        if (round === 1) loop.enable();
        const began = performance.now();
        const answer = await fetchPath(path);
        bytes = (await answer.arrayBuffer()).byteLength;
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
        if (round > 0) ms.push(performance.now() - began);
      }
      const kibibytes = `${(bytes / 1_024).toFixed(0)} KiB`;
      rows.push([path, inMs(median(ms)), inMs(Math.max(...ms)), kibibytes, inMs(loop.max / 1e6)]);
    }
    table(["call", "median", "longest", "answer", "longest stall of the process"], rows);
    await gateway.stop();
    if (checked?.drifted) throw new Error("Stock in Redis is not the database's.");
  }),
);

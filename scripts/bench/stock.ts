import { monitorEventLoopDelay } from "node:perf_hooks";
import { ObjectId } from "mongodb";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { openLogin } from "../../gateway/testing/open-login.ts";
import { addPerson } from "../../gateway/testing/people.ts";
import { startBenchGateway, untilStocked } from "./bench-gateway.ts";
import { head, readNumbers, row, runBench, say } from "./command-line.ts";
import { median } from "./measure.ts";
import { withOwnServers } from "./own-servers.ts";
import { plantStock } from "./planted-stock.ts";

const usage = "npm run bench:stock -- [--machines 2000] [--containers 50] [--rounds 15]";

const usual = { machines: 2_000, containers: 50, rounds: 15 };

interface Timing {
  what: string;
  ms: number[];
  bytes: number;
  /** The longest time for which the process did nothing else. */
  stallMs: number;
}
const inMs = (ms: number) => `${ms.toFixed(0)} ms`;
const rowOf = ({ what, ms, bytes, stallMs }: Timing) =>
  row(what, inMs(median(ms)), inMs(Math.max(...ms)), `${(bytes / 1024).toFixed(0)} KiB`, inMs(stallMs));

/** Calls one path again and again, the first time unmeasured, as an operator does. */
const time = async (url: string, token: string, path: string, rounds: number): Promise<Timing> => {
  const ms: number[] = [];
  let bytes = 0;
  const loop = monitorEventLoopDelay({ resolution: 5 });
  for (let round = 0; round <= rounds; round += 1) {
    if (round === 1) loop.enable();
    const began = performance.now();
    const answer = await fetch(`${url}/api/v1.2${path}`, { headers: { authorization: `Bearer ${token}` } });
    bytes = (await answer.arrayBuffer()).byteLength;
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    if (round > 0) ms.push(performance.now() - began);
  }
  loop.disable();
  return { what: path.replace(/[0-9a-f]{24}/, "{id}"), ms, bytes, stallMs: loop.max / 1e6 };
};

const measure = async (
  mongo: Mongo,
  uris: { mongodbUri: string; redisUrl: string },
  { machines, containers, rounds }: typeof usual,
) => {
  const began = performance.now();
  const [first] = await plantStock(mongo, machines, containers);
  say(`Planted ${machines} machines with ${containers} containers each in ${inMs(performance.now() - began)}.`);
  const gateway = await startBenchGateway(uris);
  try {
    const { parts, url, stock } = gateway;
    const token = await openLogin(parts, (await addPerson(parts, {}))._id);
    const built = performance.now();
    await untilStocked(gateway);
    const builtMs = performance.now() - built;
    const checkBegan = performance.now();
    const checked = await stock?.check();
    const checkMs = performance.now() - checkBegan;

    const cans = "/containers/cans-in-stock";
    const pages = ((await fetchJson(`${url}/api/v1.2${cans}`, token)) as { cansInStock: { pages: number } }).cansInStock
      .pages;
    const paths = [
      "/containers/all",
      `/vending-machines/stock?vendingMachine=${first ?? new ObjectId()}`,
      `/containers?vendingMachine=${first ?? new ObjectId()}`,
      cans,
      `${cans}?page=${Math.ceil(pages / 2)}`,
      `${cans}?page=${pages}`,
      `${cans}?startDate=2026-03-01&endDate=2026-03-07`,
      `${cans}?download=true`,
    ];
    const timings: Timing[] = [];
    for (const path of paths) timings.push(await time(url, token, path, path.includes("download") ? 3 : rounds));
    say(`\n${machines} machines, ${machines * containers} containers, ${rounds} calls each:\n`);
    say(head("call", "median", "longest", "answer", "longest stall"));
    for (const timing of timings) say(rowOf(timing));
    say(`\nRedis filled with all stock in ${inMs(builtMs)}; compared with the database in ${inMs(checkMs)}:`);
    say(`${checked?.compared} machines, ${checked?.drifted} had drifted.`);
  } finally {
    await gateway.stop();
  }
};

const fetchJson = async (url: string, token: string): Promise<unknown> =>
  (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json();

runBench(async () => {
  const numbers = readNumbers(usage, usual);
  await withOwnServers(say, (mongo, services) => measure(mongo, services, numbers));
});

import { customersLine } from "../../simulator/customers/customers.ts";
import { pause } from "../../simulator/pause.ts";
import { launchBrowser } from "../../testing/browser.ts";
import { openVisit } from "../../testing/visit.ts";
import { heapVerdict } from "../measure.ts";
import { atLeast, exactly, type Fault, type Figure } from "./fault.ts";
import { reconcile, stockDrifts } from "./taken/judge-takes.ts";
import { openNetworkHouse } from "./taken/network-house.ts";
import { customersAMinute, startTraffic, untilAllClosed } from "./taken/network-traffic.ts";

const defaultMinutes = 30;
const machines = 24;
const lookEveryMs = 10_000;

const mebibytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MiB`;

export const fault: Fault = {
  promise:
    "50 customers a minute at 24 machines with a trial's faults: the figures agree at the end, memory is flat, no console says a word",
  run: async (say, size = defaultMinutes) => {
    const seed = Number(process.env.SEED ?? 3);
    say(`seed ${seed}, ${size} minutes, ${machines} machines`);
    const house = await openNetworkHouse({ machines, seed }, say);
    const browser = await launchBrowser();
    const figures: Figure[] = [];
    try {
      const { mongo, url, token, redisUrl } = house;
      const visit = await openVisit(browser, { url, token });
      await visit.goTo("/transactions");
      const traffic = await startTraffic(house, seed);
      const memory: Awaited<ReturnType<typeof house.memory>>[] = [];
      for (const end = Date.now() + size * 60_000; Date.now() < end; ) {
        await pause(lookEveryMs);
        const now = await house.memory();
        memory.push(now);
        if (memory.length % 6 === 0)
          say(
            `${customersLine(traffic.summary()).trim()}; gateway ${mebibytes(now.gateway.resident)}, worker ${mebibytes(now.worker.resident)}`,
          );
      }
      await traffic.stop();
      const moving = await untilAllClosed(house);
      const { taken, contradicted } = traffic.summary();
      say(customersLine(traffic.summary()).trim());
      const { canTransactions } = mongo.collections;
      const counts = await canTransactions.aggregate([{ $sortByCount: "$status" }]).toArray();
      say(counts.map(({ _id, count }) => `${count} ${_id}`).join(", "));
      const silent = await canTransactions.countDocuments({ status: "pending", vendingMachineMessage: "" });
      const drifts = await reconcile(house.operator);
      const stock = await stockDrifts(mongo, redisUrl);
      const errors = house.errors();
      const complaints = visit.complaints();
      for (const line of [...drifts, ...stock, ...errors, ...complaints].slice(0, 20)) say(line.slice(0, 400));
      for (const room of ["gateway", "worker"] as const) {
        const [first, last] = [memory[0]?.[room], memory.at(-1)?.[room]];
        say(
          `${room}: ${mebibytes(first?.resident ?? 0)} resident at the begin, ${mebibytes(last?.resident ?? 0)} at the end`,
        );
        const { early, late, isFlat } = heapVerdict(memory.map((one) => one[room].heap));
        const measured = `falls back to ${mebibytes(early)} early, ${mebibytes(late)} late`;
        figures.push({ what: `heap of the ${room}`, measured, bound: "at most a tenth more", held: isFlat });
      }
      figures.push(
        atLeast("cans that were taken", taken, size * customersAMinute * 0.3),
        exactly("doors that may still move", moving, 0),
        exactly("pending cans without a reason", silent, 0),
        exactly("repeated calls that were answered otherwise", contradicted, 0),
        exactly("accounts that are not what their rows add up to", drifts.length, 0),
        exactly("machines whose stock in Redis is another", stock.length, 0),
        exactly("lines at the level error of gateway and worker", errors.length, 0),
        exactly("words on the browser's console", complaints.length, 0),
      );
    } finally {
      await browser.close();
      await house.stop();
    }
    return figures;
  },
};

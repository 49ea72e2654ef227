import { addStockBulk } from "#shared/containers/container.api.ts";
import { createCheckout } from "../../scripts/simulator/customers/checkout.ts";
import { createCustomers, customersLine } from "../../scripts/simulator/customers/customers.ts";
import { openKeptVisits } from "../../scripts/simulator/customers/kept-visits.ts";
import { pause } from "../../scripts/simulator/pause.ts";
import { launchBrowser } from "../../scripts/testing/browser.ts";
import { openVisit } from "../../scripts/testing/visit.ts";
import { heapVerdict } from "../measure.ts";
import { atLeast, exactly, type Fault, type Figure } from "./fault.ts";
import { reconcile, stockDrifts } from "./taken/judge-takes.ts";
import { type NetworkHouse, openNetworkHouse } from "./taken/network-house.ts";

const defaultMinutes = 30;
const machines = 24;
const customersAMinute = 50;
const customers = 1_500;
const fillEveryMs = 15_000;
const lookEveryMs = 10_000;
/** Customers who are on their way leave, and doors that are open are closed within. */
const calmWithinMs = 200_000;

/** Drivers: what was emptied is filled again, by the call that they use. */
const fill = async ({ mongo, operator }: NetworkHouse): Promise<void> => {
  for (const { _id } of await mongo.collections.machines.find().toArray()) {
    const empty = await mongo.collections.containers
      .find({ machine: _id, isEmpty: true, isWorking: true, isReserved: false })
      .toArray();
    const containers = empty.map((container) => `${container._id}`);
    // A container that is reserved at this very moment is refused with all of them: the next round takes the others.
    if (containers.length > 0)
      await operator.call(addStockBulk, { body: { containers, vendingMachine: `${_id}` } }).catch(() => undefined);
  }
};

const mebibytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MiB`;

/** Until no door may move any more; answers what still may. */
const untilCalm = async ({ mongo }: NetworkHouse): Promise<number> => {
  const live = () => mongo.collections.canTransactions.countDocuments({ live: { $ne: null } });
  const end = Date.now() + calmWithinMs;
  while ((await live()) > 0 && Date.now() < end) await pause(500);
  return live();
};

export const fault: Fault = {
  promise:
    "50 customers a minute at 24 machines with a trial's faults: the figures agree at the end, memory is flat, no console says a word",
  run: async (say, size = defaultMinutes) => {
    const seed = Number(process.env.SEED ?? 3);
    say(`seed ${seed}, ${size} minutes, ${machines} machines`);
    const house = await openNetworkHouse(machines, seed, say);
    const browser = await launchBrowser();
    const figures: Figure[] = [];
    try {
      const { mongo, url, token, apiKey, provider, shelves, redisUrl } = house;
      const visit = await openVisit(browser, { url, token });
      await visit.goTo("/transactions");
      const people = createCustomers({
        count: customers,
        seed,
        shelves,
        orderEveryMs: 60_000 / customersAMinute,
        pace: 1,
        checkout: createCheckout(url, apiKey, provider.url),
        kept: await openKeptVisits(null),
      });
      const ending = new AbortController();
      const driving = (async () => {
        while (await pause(fillEveryMs, ending.signal)) await fill(house);
      })();
      const memory: Awaited<ReturnType<typeof house.memory>>[] = [];
      people.start();
      for (const end = Date.now() + size * 60_000; Date.now() < end; ) {
        await pause(lookEveryMs);
        const now = await house.memory();
        memory.push(now);
        if (memory.length % 6 === 0)
          say(
            `${customersLine(people.summary()).trim()}; gateway ${mebibytes(now.gateway.resident)}, worker ${mebibytes(now.worker.resident)}`,
          );
      }
      await people.stop();
      ending.abort();
      await driving;
      const moving = await untilCalm(house);
      const { taken, contradicted } = people.summary();
      say(customersLine(people.summary()).trim());
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

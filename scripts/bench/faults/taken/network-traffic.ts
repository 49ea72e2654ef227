import { addStockBulk } from "#shared/containers/container.api.ts";
import { createCheckout } from "../../../simulator/customers/checkout.ts";
import { createCustomers } from "../../../simulator/customers/customers.ts";
import { openKeptVisits } from "../../../simulator/customers/kept-visits.ts";
import { pause } from "../../../simulator/pause.ts";
import type { NetworkHouse } from "./network-house.ts";

export const customersAMinute = 50;
const customers = 1_500;
const fillEveryMs = 15_000;
/** Customers who are on their way leave, and doors that are open are closed within. */
const closedWithinMs = 200_000;

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

/** Customers who buy and take, and drivers who fill the machines again, until `stop`. */
export const startTraffic = async (house: NetworkHouse, seed: number) => {
  const { url, apiKey, provider, shelves } = house;
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
  people.start();
  return {
    summary: people.summary,
    stop: async (): Promise<void> => {
      await people.stop();
      ending.abort();
      await driving;
    },
  };
};

/** Until no door may move any more; answers how many still may. */
export const untilAllClosed = async ({ mongo }: NetworkHouse): Promise<number> => {
  const live = () => mongo.collections.canTransactions.countDocuments({ live: { $ne: null } });
  const end = Date.now() + closedWithinMs;
  while ((await live()) > 0 && Date.now() < end) await pause(500);
  return live();
};

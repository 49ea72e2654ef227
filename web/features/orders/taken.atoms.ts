import { dayAfter, dayBefore } from "#shared/http/date-range.ts";
import { listLedger } from "#shared/ledger/ledger.api.ts";
import { type TakenCans, takenOf } from "#shared/ledger/taken-cans.rules.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import { type LoadHow, loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { oneForKey } from "../../state/one-for-key.ts";
import { dayOfDate } from "../../ui/day/day-text.ts";

/** When the order was credited to its customer, ISO 8601; null until then. */
export const creditedAt = ({ steps }: Pick<Order, "steps">): string | null =>
  steps.find(({ what }) => what === "credited")?.at ?? null;

const productsOf = ({ products: { bundle, unit } }: Order): string[] => [
  ...new Set([...bundle, ...unit].filter(({ productType }) => productType === "product").map(({ product }) => product)),
];

/** The ledger of one product, from the day before the credit: the console's days may begin at another hour than ours. */
const takenOfProduct = (order: string, user: string, machine: string, product: string, since: string) => {
  const startDate = dayBefore(dayOfDate(new Date(since)));
  const endDate = dayAfter(dayOfDate(new Date()));
  const query = { userId: user, vendingMachine: machine, product, startDate, endDate, latest: "false" as const };
  return loadBy(listLedger, { query }, ({ ledger }) => takenOf(ledger, order), { isQuiet: true });
};

const takenAtom = oneForKey((order: string, user: string, machine: string, products: string[], since: string) => {
  const parts = products.map((product) => takenOfProduct(order, user, machine, product, since));
  return liveAtom<TakenCans>({
    rooms: ["ledger"],
    load: async (how: LoadHow) => {
      const loaded = await Promise.all(parts.map((load) => load(how)));
      const failed = loaded.find((one) => "error" in one);
      if (failed) return failed;
      const known = loaded.filter((one) => "data" in one);
      const by = known.flatMap(({ data }) => data?.by ?? []).sort((one, other) => one.time.localeCompare(other.time));
      // As old as the oldest of them.
      const asOf = known.map((one) => one.asOf).sort()[0] ?? "";
      return { data: { taken: by.length, by }, asOf };
    },
    handlers: {
      "ledger.posted": (known, posted) =>
        posted.user === user && posted.vendingMachine === machine ? loadAgain : known,
    },
  });
});

/** Which of an order's cans were taken, kept true while somebody looks. `since` is when they were credited. */
export const takenAtomOf = (order: Order, since: string) =>
  takenAtom(order._id, order.user._id, order.vendingMachine._id, productsOf(order), since);

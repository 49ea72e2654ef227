import { dayAfter } from "#shared/http/date-range.ts";
import { listLedger } from "#shared/ledger/ledger.api.ts";
import type { LedgerEntry } from "#shared/ledger/ledger.schema.ts";
import { type TakenCans, takenOf } from "#shared/ledger/taken-cans.rules.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import { type Loaded, type LoadHow, loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { oneForKey } from "../../state/one-for-key.ts";
import { serverDay } from "../../ui/day/server-day.ts";

/** When the order was credited to its customer, ISO 8601; null until then. */
export const creditedAt = ({ steps }: Pick<Order, "steps">): string | null =>
  steps.find(({ what }) => what === "credited")?.at ?? null;

/** How many cans of each product the order bought. */
const boughtIn = ({ products: { bundle, unit } }: Order): [product: string, cans: number][] => {
  const cans = [...bundle, ...unit].filter(({ productType }) => productType === "product");
  const bought = new Map<string, number>();
  for (const { product, quantity } of cans) bought.set(product, (bought.get(product) ?? 0) + quantity);
  return [...bought];
};

/** Pages of fifty rows each. After a thousand rows the rest of an order counts as not taken. */
const mostPages = 20;

interface Bought {
  order: string;
  user: string;
  machine: string;
  product: string;
  /** How many cans of this product. */
  cans: number;
  /** When they were credited, ISO 8601. */
  since: string;
}

/**
 * The ledger of one product, from the day of the credit up to tomorrow: the clocks of both may differ at midnight. A
 * customer with many cans takes those of other orders first, so it is read on until all of these are taken.
 */
export const takenOfProduct =
  ({ order, user, machine, product, cans, since }: Bought) =>
  async (how: LoadHow): Promise<Loaded<TakenCans | null>> => {
    const startDate = serverDay(Date.parse(since));
    const endDate = dayAfter(serverDay());
    const query = { userId: user, vendingMachine: machine, product, startDate, endDate, latest: "false" as const };
    const rows: LedgerEntry[] = [];
    let asOf = "";
    for (let page = 1; ; page += 1) {
      const input = { query: { ...query, page: String(page) } };
      const loaded = await loadBy(listLedger, input, ({ ledger, pages }) => ({ ledger, pages }), { isQuiet: true })(
        how,
      );
      if ("error" in loaded) return loaded;
      rows.push(...loaded.data.ledger);
      asOf ||= loaded.asOf;
      const data = takenOf(rows, order);
      if (data?.taken === cans || page >= Math.min(loaded.data.pages, mostPages)) return { data, asOf };
    }
  };

const takenAtom = oneForKey(
  (order: string, user: string, machine: string, bought: [string, number][], since: string) => {
    const parts = bought.map(([product, cans]) => takenOfProduct({ order, user, machine, product, cans, since }));
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
  },
);

/** Which of an order's cans were taken, kept true while somebody looks. `since` is when they were credited. */
export const takenAtomOf = (order: Order, since: string) =>
  takenAtom(order._id, order.user._id, order.vendingMachine._id, boughtIn(order), since);

import { RefusedError } from "../operator.ts";
import { pause } from "../pause.ts";
import { createRandom, type Random } from "../random.ts";
import { drawBasket, type Shelf } from "./basket.ts";
import type { Checkout } from "./checkout.ts";
import { type Customer, drawWay, planCustomers } from "./habits.ts";

export interface CustomersOrder {
  count: number;
  seed: number;
  /** The machines that they walk past. */
  shelves: Shelf[];
  checkout: Checkout;
  /** Between two orders of all of them together, on average. */
  orderEveryMs: number;
  /** From an order to its payment, or from one try to the next; drawn between both. */
  payAfterMs: readonly [least: number, most: number];
  /** The key opens nothing any more: nobody orders from here on. */
  onLocked?: (why: string) => void;
}

export interface CustomersSummary {
  ordered: number;
  refused: number;
  /** Attempts, whatever came of them. */
  payments: number;
}

export const customersLine = ({ ordered, refused, payments }: CustomersSummary): string =>
  `          ${ordered} orders, ${refused} refused, ${payments} payments`;

/**
 * People who come by, order and pay, from one seed: who comes, what is bought and how it is paid follow from it; only
 * the moments are the machine's. `start` ends with `stop`.
 */
export const createCustomers = (order: CustomersOrder) => {
  const { count, seed, shelves, checkout, orderEveryMs, payAfterMs, onLocked } = order;
  const people = planCustomers(count, seed);
  const ending = new AbortController();
  const visits = new Set<Promise<void>>();
  const summary: CustomersSummary = { ordered: 0, refused: 0, payments: 0 };

  const pay = async (random: Random, providerOrderId: string): Promise<void> => {
    for (const how of drawWay(random)) {
      if (!(await pause(random.between(...payAfterMs), ending.signal))) return;
      if (await checkout.pay(providerOrderId, how)) summary.payments += 1;
    }
  };

  const visit = async (random: Random, { phone, name, email }: Customer): Promise<void> => {
    const shelf = random.pick(shelves);
    const lines = drawBasket(random.fork("basket"), shelf);
    if (lines.length === 0) return;
    const wish = { phone, name, email, vendingMachine: shelf.vendingMachine, lines, couponDiscount: 0 };
    try {
      const { payment } = await checkout.order(wish, ending.signal);
      summary.ordered += 1;
      if (payment) await pay(random.fork("payment"), payment.providerOrderId);
    } catch (error) {
      summary.refused += 1;
      if (!(error instanceof RefusedError) || error.status !== 401 || ending.signal.aborted) return;
      ending.abort();
      onLocked?.(error.message);
    }
  };

  const comeBy = async (): Promise<void> => {
    const arrivals = createRandom(`${seed}/arrivals`);
    for (let number = 1; await pause(arrivals.exponential(orderEveryMs), ending.signal); number += 1) {
      const random = createRandom(`${seed}/visit/${number}`);
      const visiting = visit(random, random.pick(people)).finally(() => visits.delete(visiting));
      visits.add(visiting);
    }
  };

  return {
    start: (): void => {
      if (people.length > 0 && shelves.length > 0) void comeBy();
    },
    summary: (): CustomersSummary => ({ ...summary }),
    /** Nobody comes any more, and nobody waits at a checkout. */
    stop: async (): Promise<void> => {
      ending.abort();
      await Promise.all(visits);
    },
  };
};
export type Customers = ReturnType<typeof createCustomers>;

import type { Payment } from "#shared/intake/intake.schema.ts";
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

/** Where something is sold out, people look at something else, and then walk on. */
const looks = 4;

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

  const lock = (why: string): void => {
    if (ending.signal.aborted) return;
    ending.abort();
    onLocked?.(why);
  };

  const pay = async (random: Random, providerOrderId: string): Promise<void> => {
    for (const how of drawWay(random)) {
      if (!(await pause(random.between(...payAfterMs), ending.signal))) return;
      if (await checkout.pay(providerOrderId, how)) summary.payments += 1;
    }
  };

  const buy = async (random: Random, { phone, name, email }: Customer): Promise<Payment | null> => {
    const shelf = random.pick(shelves);
    const lines = drawBasket(random, shelf);
    if (lines.length === 0) return null;
    const wish = { phone, name, email, vendingMachine: shelf.vendingMachine, lines, couponDiscount: 0 };
    const { payment } = await checkout.order(wish, ending.signal);
    summary.ordered += 1;
    return payment;
  };

  const visit = async (random: Random, customer: Customer): Promise<void> => {
    for (let look = 1; look <= looks && !ending.signal.aborted; look += 1) {
      try {
        const payment = await buy(random.fork(look), customer);
        if (payment) await pay(random.fork("payment"), payment.providerOrderId);
        return;
      } catch (error) {
        summary.refused += 1;
        if (!(error instanceof RefusedError)) return;
        if (error.status === 401) return lock(error.message);
      }
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

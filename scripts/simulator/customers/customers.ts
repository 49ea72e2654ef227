import { RefusedError } from "../operator.ts";
import { pause } from "../pause.ts";
import { createRandom, type Random } from "../random.ts";
import { drawBasket, type Shelf } from "./basket.ts";
import type { Checkout } from "./checkout.ts";
import { type Customer, planCustomers } from "./habits.ts";
import type { KeptVisits, Visit } from "./kept-visits.ts";
import { beginVisit, type CustomersSummary, createVisits } from "./visits.ts";

interface CustomersOrder {
  count: number;
  seed: number;
  /** The machines that they walk past. */
  shelves: Shelf[];
  checkout: Checkout;
  kept: KeptVisits;
  /** Between two orders of all of them together, on average. */
  orderEveryMs: number;
  /** Stretches or shortens how long they take to pay, to take their cans and to bring them back; 1 is real people. */
  pace: number;
  /** The key opens nothing any more: nobody orders from here on. */
  onLocked?: (why: string) => void;
}

export const customersLine = (summary: CustomersSummary): string => {
  const { ordered, refused, payments, taken, takesRefused, returned, contradicted } = summary;
  const parts = [
    `${ordered} orders, ${refused} refused`,
    `${payments} payments`,
    `${taken} cans taken, ${takesRefused} refused, ${returned} returned`,
    ...(contradicted > 0 ? [`${contradicted} repeated calls answered otherwise`] : []),
  ];
  return `          ${parts.join("; ")}`;
};

/** Where something is sold out, people look at something else, and then walk on. */
const looks = 4;
/** When it begins somebody is there already: the first ones come so soon, each after the one before. */
const firstOnes = { count: 3, withinMs: 3_000 };

/**
 * People who come by, order, pay, take their cans and bring some back, from one seed: who comes, what is bought, how it
 * is paid and what becomes of it follow from it; only the moments are the machine's. `start` ends with `stop`; what
 * `kept` remembers is continued, so that the next start has the people who stood in front of the doors.
 */
export const createCustomers = (order: CustomersOrder) => {
  const { count, seed, shelves, checkout, kept, orderEveryMs, pace, onLocked } = order;
  const people = planCustomers(count, seed);
  const ending = new AbortController();
  const visiting = new Set<Promise<void>>();
  const summary: CustomersSummary = {
    ordered: 0,
    refused: 0,
    payments: 0,
    taken: 0,
    takesRefused: 0,
    returned: 0,
    contradicted: 0,
  };
  const visits = createVisits({ checkout, kept, pace, ending: ending.signal, summary });

  const lock = (why: string): void => {
    if (ending.signal.aborted) return;
    ending.abort();
    onLocked?.(why);
  };

  /** True where the console would have none of this order, so that something else may be looked at. */
  const wasRefused = async (random: Random, visit: Visit): Promise<boolean> => {
    try {
      await visits.goOn(random, visit);
      return false;
    } catch (error) {
      if (!(error instanceof RefusedError)) return false;
      if (error.status === 401) lock(error.message);
      else await kept.forget(visit);
      summary.refused += 1;
      return true;
    }
  };

  const visit = async (random: Random, number: number, customer: Customer): Promise<void> => {
    for (let look = 1; look <= looks && !ending.signal.aborted; look += 1) {
      const choice = random.fork(look);
      const shelf = choice.pick(shelves);
      const lines = drawBasket(choice, shelf);
      if (lines.length === 0) return;
      if (!(await wasRefused(random, beginVisit(number, customer, shelf, lines)))) return;
    }
  };

  const randomOf = (number: number) => createRandom(`${seed}/visit/${number}`);
  const follow = (work: Promise<unknown>): void => {
    const mine = work.then(() => void visiting.delete(mine));
    visiting.add(mine);
  };

  const comeBy = async (): Promise<void> => {
    const arrivals = createRandom(`${seed}/arrivals`);
    for (let nth = 1; ; nth += 1) {
      const usually = arrivals.exponential(orderEveryMs);
      const afterMs = nth > firstOnes.count ? usually : Math.min(usually, firstOnes.withinMs);
      if (!(await pause(afterMs, ending.signal))) return;
      const number = kept.nextNumber();
      const random = randomOf(number);
      follow(visit(random, number, random.pick(people)));
    }
  };

  return {
    start: (): void => {
      if (people.length === 0 || shelves.length === 0) return;
      for (const begun of kept.begun) follow(wasRefused(randomOf(begun.number), begun));
      void comeBy();
    },
    summary: (): CustomersSummary => ({ ...summary }),
    /** Nobody comes any more, and nobody waits at a checkout. */
    stop: async (): Promise<void> => {
      ending.abort();
      await Promise.all(visiting);
    },
  };
};
export type Customers = ReturnType<typeof createCustomers>;

import { randomUUID } from "node:crypto";
import type { IntakeOrder } from "#shared/intake/intake.schema.ts";
import { isPaid } from "#shared/orders/order-status.ts";
import { RefusedError } from "../operator.ts";
import { pause } from "../pause.ts";
import type { Random } from "../random.ts";
import type { Shelf } from "./basket.ts";
import { type Checkout, mayComeLater } from "./checkout.ts";
import { type Customer, drawTaking, drawWay } from "./habits.ts";
import type { KeptVisits, Visit, WantedCan } from "./kept-visits.ts";

export interface CustomersSummary {
  ordered: number;
  refused: number;
  /** Attempts, whatever came of them. */
  payments: number;
  taken: number;
  /** No can is left in stock, the limit of the day is reached, the machine sells nothing any more. */
  takesRefused: number;
  returned: number;
  /** Calls that were answered with another transaction when they were repeated: none, if the console is right. */
  contradicted: number;
}

interface Parts {
  checkout: Checkout;
  kept: KeptVisits;
  /** Stretches or shortens how long people take; 1 is real people. */
  pace: number;
  /** Customers on their way leave. */
  ending: AbortSignal;
  summary: CustomersSummary;
}

/** Their payment is looked for this often, each time after twice as long; the console's own time stretches little. */
const looks = { times: 7, firstMs: 1_000, leastPace: 0.1 };
/** A can whose door was not seen open yet is not taken back: they come again this often. */
const waysBack = 3;

const cansOf = (lines: IntakeOrder["lines"], { offers }: Shelf): WantedCan[] =>
  lines
    .filter(({ product }) => offers.some((offer) => offer.product === product && offer.productType === "product"))
    .flatMap(({ product, quantity }) => Array<string>(quantity).fill(product))
    .map((product) => ({ product, key: randomUUID(), transactionId: null, isDone: false }));

export const beginVisit = (number: number, customer: Customer, shelf: Shelf, lines: IntakeOrder["lines"]): Visit => ({
  number,
  at: Date.now(),
  orderKey: randomUUID(),
  input: { ...customer, vendingMachine: shelf.vendingMachine, lines, couponDiscount: 0 },
  wentToPay: false,
  cans: cansOf(lines, shelf),
});

const isCredited = async (
  { checkout, pace, ending }: Pick<Parts, "checkout" | "pace" | "ending">,
  { orderKey, input }: Visit,
): Promise<boolean> => {
  const firstMs = looks.firstMs * Math.max(pace, looks.leastPace);
  for (let look = 0; look < looks.times; look += 1) {
    if (!(await pause(firstMs * 2 ** look, ending))) return false;
    const { order } = await checkout.order(orderKey, input, ending);
    if (isPaid(order.orderStatus)) return true;
  }
  return false;
};

const take = async (
  { checkout, ending, summary }: Pick<Parts, "checkout" | "ending" | "summary">,
  { input }: Visit,
  can: WantedCan,
  losesAnswer: boolean,
): Promise<void> => {
  const { phone, vendingMachine } = input;
  const body = { phone, vendingMachine, product: can.product };
  const { transaction } = await checkout.take(can.key, body, ending);
  summary.taken += 1;
  can.transactionId = transaction.transactionId;
  if (!losesAnswer) return;
  const again = await checkout.take(can.key, body, ending);
  if (again.transaction.transactionId !== can.transactionId) summary.contradicted += 1;
};

/** What one customer does, from their order to the cans that they bring back. Whatever ends it, it may be continued. */
export const createVisits = (parts: Parts) => {
  const { checkout, kept, pace, ending, summary } = parts;
  /** False where everybody leaves. */
  const wait = (random: Random, from: number, to: number) => pause(random.between(from, to) * pace, ending);

  const pay = async (random: Random, providerOrderId: string): Promise<void> => {
    for (const how of drawWay(random)) {
      if (!(await wait(random, 2_000, 20_000))) return;
      if (await checkout.pay(providerOrderId, how)) summary.payments += 1;
    }
  };

  /** False where everybody leaves before. */
  const bringBack = async (random: Random, key: string, transactionId: string): Promise<boolean> => {
    for (let way = 1; way <= waysBack; way += 1) {
      if (!(await wait(random, 40_000, 200_000))) return false;
      try {
        await checkout.giveBack(`${key}-back`, transactionId, ending);
        summary.returned += 1;
        return true;
      } catch (error) {
        if (way === waysBack || mayComeLater(error)) throw error;
      }
    }
    return true;
  };

  const drink = async (random: Random, visit: Visit, can: WantedCan): Promise<void> => {
    const { comesLater, brings, losesAnswer } = drawTaking(random);
    if (can.transactionId === null) {
      if (!(await (comesLater ? wait(random, 60_000, 240_000) : wait(random, 3_000, 12_000)))) return;
      await take(parts, visit, can, losesAnswer);
      await kept.keep(visit);
    }
    const isOver = !brings || (await bringBack(random, can.key, can.transactionId ?? ""));
    can.isDone = isOver;
  };

  /** What the console refuses is the end of that can alone; where nobody answers it stays as it is. */
  const drinkOrLeave = async (random: Random, visit: Visit, can: WantedCan): Promise<void> => {
    try {
      await drink(random, visit, can);
    } catch (error) {
      if (mayComeLater(error)) return;
      can.isDone = true;
      // What did not open is not brought back: that is no refusal.
      if (can.transactionId === null) summary.takesRefused += 1;
      if (error instanceof RefusedError && error.status === 401) throw error;
    }
  };

  const drinkAll = async (random: Random, visit: Visit): Promise<void> => {
    const drinking: Promise<void>[] = [];
    for (const [index, can] of visit.cans.entries()) {
      if (can.isDone) continue;
      if (drinking.length > 0 && !(await wait(random, 6_000, 12_000))) break;
      drinking.push(drinkOrLeave(random.fork(index), visit, can));
    }
    await Promise.all(drinking);
  };

  return {
    /** From wherever they are. Throws RefusedError where their order or the app's key is refused. */
    goOn: async (random: Random, visit: Visit): Promise<void> => {
      await kept.keep(visit);
      const { order, payment } = await checkout.order(visit.orderKey, visit.input, ending);
      if (!visit.wentToPay) {
        summary.ordered += 1;
        visit.wentToPay = true;
        await kept.keep(visit);
        if (payment) await pay(random.fork("payment"), payment.providerOrderId);
      }
      const credited = isPaid(order.orderStatus) || (await isCredited(parts, visit));
      if (credited) await drinkAll(random.fork("cans"), visit);
      const isOver = credited ? visit.cans.every(({ isDone }) => isDone) : !ending.aborted;
      await (isOver ? kept.forget(visit) : kept.keep(visit));
    },
  };
};

/*
 * The expected books, derived from the actions alone. Nothing of the product's own arithmetic is imported: prices,
 * taxes and accounts are worked out once more, in whole paise (specification: Money).
 */

type Product = "cola" | "lime";

/** Paise without GST. */
export const prices = {
  colaUnit: { price: 4_025, sold: 3_550 },
  colaBundle: { price: 4_025, sold: 3_333 },
  lime: { price: 3_999, sold: 3_999 },
  slot: 1_000,
  securityDeposit: 20_000,
} as const;

export interface ModelPenalty {
  id: string;
  customer: number;
  amount: number;
  quantity: number;
  paid: boolean;
  canceled: boolean;
}

export interface Basket {
  colaUnit: number;
  colaBundle: number;
  lime: number;
  slots: number;
}

export interface ModelOrder {
  id: string;
  customer: number;
  machine: number;
  basket: Basket;
  lines: number;
  discount: number;
  gst: number;
  penalties: ModelPenalty[];
  penalty: number;
  securityDeposit: number;
  freeDeposits: number;
  netAmount: number;
  isPaid: boolean;
  flags: Set<string>;
}

interface ModelDeposit {
  deposit: number;
  securityDeposit: number;
  depositBought: number;
  depositUsed: number;
  freeDeposit: number;
  collectSecurityDeposit: boolean;
  receivedFreeDeposit: boolean;
}

export interface ModelCustomer {
  needDeposit: boolean;
  needSecurityDeposit: boolean;
  /** By machine and product, what is above 0. */
  cans: Map<string, number>;
  deposit: ModelDeposit;
}

export const newCustomer = (): ModelCustomer => ({
  needDeposit: false,
  needSecurityDeposit: false,
  cans: new Map(),
  deposit: {
    deposit: 0,
    securityDeposit: 0,
    depositBought: 0,
    depositUsed: 0,
    freeDeposit: 0,
    collectSecurityDeposit: false,
    receivedFreeDeposit: false,
  },
});

export const placeOf = (machine: number, product: Product) => `${machine} ${product}`;
export const isOwed = ({ paid, canceled }: ModelPenalty) => !paid && !canceled;
export const cansIn = ({ cans }: ModelCustomer) => [...cans.values()].reduce((sum, count) => sum + count, 0);

export const addCans = ({ cans }: ModelCustomer, place: string, more: number): void => {
  const count = (cans.get(place) ?? 0) + more;
  if (count < 0) throw new Error(`the model has ${count} cans at ${place}`);
  if (count === 0) cans.delete(place);
  else cans.set(place, count);
};

const payableOf = ({ colaUnit, colaBundle, lime }: Basket) =>
  colaUnit * prices.colaUnit.sold + colaBundle * prices.colaBundle.sold + lime * prices.lime.sold;
export const couponOf = (basket: Basket, percent: number) => Math.floor((payableOf(basket) * percent) / 100);

/** Half a paisa counts as a whole one; whole numbers of any size. */
const taxOf = (paise: number, basisPoints: number) =>
  Number((BigInt(paise) * BigInt(basisPoints) * 2n + 10_000n) / 20_000n);

/** What an order costs that this customer makes now. */
export const priced = (
  customer: ModelCustomer,
  owed: ModelPenalty[],
  basket: Basket,
  { coupon, gstBasisPoints }: { coupon: number; gstBasisPoints: number },
): Pick<
  ModelOrder,
  "lines" | "discount" | "gst" | "penalty" | "penalties" | "securityDeposit" | "netAmount" | "basket"
> => {
  const { colaUnit, colaBundle, lime, slots } = basket;
  const goods = colaUnit * prices.colaUnit.price + colaBundle * prices.colaBundle.price + lime * prices.lime.price;
  const taxed = payableOf(basket) - coupon;
  const gst = taxOf(taxed, gstBasisPoints);
  const penalty = owed.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0);
  const charges = customer.needSecurityDeposit && customer.deposit.collectSecurityDeposit;
  const securityDeposit = charges ? prices.securityDeposit : 0;
  const netAmount = taxed + slots * prices.slot + gst + penalty + securityDeposit;
  const lines = goods + slots * prices.slot;
  return { basket, lines, discount: goods - taxed, gst, penalty, penalties: owed, securityDeposit, netAmount };
};

/** It is paid: what it bought is its customer's, once. */
export const credit = (customer: ModelCustomer, order: ModelOrder): void => {
  if (order.isPaid) throw new Error("the model credits an order once");
  order.isPaid = true;
  const { colaUnit, colaBundle, lime, slots } = order.basket;
  addCans(customer, placeOf(order.machine, "cola"), colaUnit + colaBundle);
  addCans(customer, placeOf(order.machine, "lime"), lime);
  const { deposit } = customer;
  if (order.securityDeposit > 0 && !deposit.collectSecurityDeposit && deposit.securityDeposit > 0)
    order.flags.add("security deposit twice");
  deposit.deposit += slots * prices.slot;
  deposit.depositBought += slots;
  deposit.securityDeposit += order.securityDeposit;
  if (order.securityDeposit > 0) deposit.collectSecurityDeposit = false;
  if (order.freeDeposits > 0 && !deposit.receivedFreeDeposit) {
    deposit.freeDeposit = order.freeDeposits;
    deposit.receivedFreeDeposit = true;
  }
  if (!order.penalties.every(isOwed)) order.flags.add("penalty settled meanwhile");
  for (const penalty of order.penalties.filter(isOwed)) penalty.paid = true;
};

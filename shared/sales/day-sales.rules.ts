/*
 * What the paid orders of a day come to (specification: Sales of a day), in integer paise. An order belongs to the
 * day of its `time`, whenever it was paid.
 */

/** The fields of a paid order from which a day is summed; prices without GST. */
export interface SoldOrder {
  machine: { toString(): string };
  vendingMachineId: string;
  lines: readonly {
    product: { toString(): string };
    brand: string;
    productType: "product" | "deposit";
    quantity: number;
    discountPrice: number;
    totalPrice: number;
  }[];
  gstBasisPoints: number;
  gst: number;
  discount: { couponDiscount: number; totalDiscount: number };
  penalty: { totalPrice: number };
  securityDeposit: number;
  netAmount: number;
}

/** One brand at one rate of GST, with its part of discounts and tax. */
export interface BrandSales {
  product: string;
  brand: string;
  /** Per cent times 100. */
  gstBasisPoints: number;
  cans: number;
  sales: number;
  gst: number;
}

export interface MachineSales {
  machine: string;
  vendingMachineId: string;
  orders: number;
  cans: number;
  sales: number;
  gst: number;
}

export interface DaySales {
  orders: number;
  cans: number;
  /** Product lines less discounts. */
  sales: number;
  refundableDeposit: number;
  securityDeposit: number;
  penalties: number;
  gst: number;
  /** All of it together: what customers paid. */
  netAmount: number;
  /** They add up to `sales` and `gst`, to the paisa. */
  brands: BrandSales[];
  machines: MachineSales[];
}

/** If the GST is an odd number of paise, SGST gets the larger half. */
export const halvesOf = (gst: number): { cgst: number; sgst: number } => {
  const cgst = Math.floor(gst / 2);
  return { cgst, sgst: gst - cgst };
};

/** The same for each row of a table, so that the rows add up to the halves of their sum: odd paise take turns. */
export const halvesOfEach = (gsts: readonly number[]): { cgst: number; sgst: number }[] => {
  let isCgstsTurn = false;
  return gsts.map((gst) => {
    const isOdd = gst % 2 !== 0;
    const cgst = Math.floor(gst / 2) + (isOdd && isCgstsTurn ? 1 : 0);
    if (isOdd) isCgstsTurn = !isCgstsTurn;
    return { cgst, sgst: gst - cgst };
  });
};

const sumOf = <T>(many: readonly T[], of: (one: T) => number): number => many.reduce((sum, one) => sum + of(one), 0);
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const kept = <T>(map: Map<string, T>, key: string, fresh: () => T): T => {
  const known = map.get(key) ?? fresh();
  map.set(key, known);
  return known;
};

/** Adds up the paid orders of one day, in any order: `add` each, `sums` says what they come to. */
export const createDaySums = () => {
  const all = { orders: 0, cans: 0, sales: 0, refundableDeposit: 0, securityDeposit: 0, penalties: 0, gst: 0 };
  let netAmount = 0;
  const brands = new Map<string, BrandSales>();
  const machines = new Map<string, MachineSales>();

  return {
    add: (order: SoldOrder): void => {
      const { gst, gstBasisPoints, discount, vendingMachineId } = order;
      const products = order.lines.filter(({ productType }) => productType === "product");
      const deposits = order.lines.filter(({ productType }) => productType === "deposit");
      const cans = sumOf(products, ({ quantity }) => quantity);
      const sales = sumOf(products, ({ totalPrice }) => totalPrice) - discount.totalDiscount;
      all.orders += 1;
      all.cans += cans;
      all.sales += sales;
      all.refundableDeposit += sumOf(deposits, ({ totalPrice }) => totalPrice);
      all.securityDeposit += order.securityDeposit;
      all.penalties += order.penalty.totalPrice;
      all.gst += gst;
      netAmount += order.netAmount;

      // A coupon is taken off every line in proportion, and GST is what an order says, rounded once.
      const prices = products.map(({ quantity, discountPrice }) => quantity * discountPrice);
      const coupons = spread(discount.couponDiscount, prices);
      const taxed = prices.map((price, n) => price - (coupons[n] ?? 0));
      const taxes = spread(gst, taxed);
      products.forEach(({ product, brand, quantity }, n) => {
        const of = kept(brands, `${product} ${brand} ${gstBasisPoints}`, () => ({
          product: product.toString(),
          brand,
          gstBasisPoints,
          cans: 0,
          sales: 0,
          gst: 0,
        }));
        of.cans += quantity;
        of.sales += taxed[n] ?? 0;
        of.gst += taxes[n] ?? 0;
      });

      const at = kept(machines, order.machine.toString(), () => ({
        machine: order.machine.toString(),
        vendingMachineId,
        orders: 0,
        cans: 0,
        sales: 0,
        gst: 0,
      }));
      at.orders += 1;
      at.cans += cans;
      at.sales += sales;
      at.gst += gst;
    },

    sums: (): DaySales => ({
      ...all,
      netAmount,
      brands: [...brands.values()].sort(
        (a, b) => byText(a.brand, b.brand) || a.gstBasisPoints - b.gstBasisPoints || byText(a.product, b.product),
      ),
      machines: [...machines.values()].sort((a, b) => byText(a.machine, b.machine)),
    }),
  };
};

/**
 * A total by weights: the parts add up to it, each less than one away from its exact share. Whole numbers from 0; where
 * all weights are 0 nothing is spread.
 */
export const spread = (total: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  let before = 0n;
  let given = 0n;
  return weights.map((weight) => {
    before += BigInt(weight);
    // Products of paise exceed the integers that a number represents exactly.
    const upToHere = whole === 0n ? 0n : (BigInt(total) * before) / whole;
    const share = upToHere - given;
    given = upToHere;
    return Number(share);
  });
};

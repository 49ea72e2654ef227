import type { DomainErrorCode, Refused } from "../http/domain-error.ts";
import { rupeesOf } from "../http/money.ts";
import { underWorkText } from "../machines/under-work.rules.ts";
import type { BlockKind } from "../profiles/profile.rules.ts";
import type { BrandEntry, SaleBlock } from "../profiles/profile.schema.ts";

/*
 * What an order costs, in integer paise, prices without GST. Only the server computes it: buyers name products and
 * numbers of cans, never a price.
 */

/** What one entry of the machine's profile sells, and for how much. */
export type PricedEntry = Pick<BrandEntry, "product" | "brand" | "productType" | "price"> &
  Record<BlockKind, SaleBlock>;

/** `quantity` counts cans, of a bundle too. */
export interface RequestedLine {
  product: string;
  type: BlockKind;
  quantity: number;
}

/** A penalty that its customer still owes; `amount` is for one of `quantity`. */
export interface OwedPenalty {
  _id: string;
  amount: number;
  quantity: number;
}

export interface Sale {
  /** The entries of the machine's profile. */
  entries: readonly PricedEntry[];
  /** Per cent, at most two decimals. */
  gst: number;
  /** Cans for sale at the machine, by product; a missing one has none. */
  forSale: ReadonlyMap<string, number>;
  lines: readonly RequestedLine[];
  couponDiscount: number;
  penalties: readonly OwedPenalty[];
  /** What is charged; 0 where it need not be paid. */
  securityDeposit: number;
}

/** As an order keeps it. */
interface PricedLine {
  product: string;
  brand: string;
  productType: PricedEntry["productType"];
  block: BlockKind;
  quantity: number;
  unitPrice: number;
  discountPrice: number;
  totalPrice: number;
}

export interface OrderMoney {
  lines: PricedLine[];
  gstBasisPoints: number;
  gst: number;
  discount: { productDiscount: number; couponDiscount: number; totalDiscount: number };
  penalty: { quantity: number; unitPrice: number; totalPrice: number; penalties: string[] };
  securityDeposit: number;
  netAmount: number;
}

/** The payment provider takes no less; what comes to nothing is not paid. */
const leastPaise = 100;
/** One crore of rupees: beyond it no provider takes a payment, and all products of figures stay exact. */
export const mostPaise = 1_000_000_000;

const cans = (count: number) => (count === 1 ? "1 can" : `${count} cans`);
const refused = (code: DomainErrorCode, why: string): Refused => ({ code, why });

/** Every reason for which an order is refused. */
export const orderRefusals = {
  noLines: refused("invalid", "lines: at least one is required"),
  notSold: (product: string) => refused("product-not-sold", `The machine does not sell the product ${product}`),
  notSoldSo: (brand: string, type: BlockKind) =>
    refused("product-not-sold", `${brand} is not sold as ${type} at this machine`),
  twice: (brand: string, type: BlockKind) =>
    refused("invalid", `${brand} is asked for twice as ${type}: one line is enough`),
  tooFew: (brand: string, type: BlockKind, least: number) =>
    refused("quantity-not-sold", `${brand} as ${type}: the quantity must be at least ${least} (minPurchase)`),
  tooMany: (brand: string, type: BlockKind, most: number) =>
    refused("quantity-not-sold", `${brand} as ${type}: the quantity must be at most ${most} (maxPurchase)`),
  notInSteps: (brand: string, type: BlockKind, { minPurchase, incrementBy }: SaleBlock) =>
    refused(
      "quantity-not-sold",
      `${brand} as ${type}: the quantity must be ${minPurchase} and steps of ${incrementBy} more (incrementBy)`,
    ),
  soldOut: (brand: string, left: number) =>
    refused(
      "sold-out",
      left > 0 ? `Only ${cans(left)} of ${brand} for sale at this machine` : `${brand} is sold out here`,
    ),
  coupon: refused(
    "coupon-too-large",
    "couponDiscount: must be at most what the products cost after their own discount",
  ),
  tooLittle: (paise: number) =>
    refused(
      "amount-too-small",
      `This order comes to ${rupeesOf(paise).toFixed(2)} rupees: the payment provider takes at least 1 rupee`,
    ),
  tooMuch: refused("amount-too-large", "An order must come to at most 1,00,00,000 rupees"),
  deactive: refused("machine-closed", "This vending machine is deactive: it sells nothing"),
  underWork: refused("machine-closed", underWorkText),
  withoutProfile: refused("machine-closed", "This vending machine has no product profile: it sells nothing"),
  suspended: refused("customer-suspended", "This customer is suspended"),
} as const;

/** Throws nothing; null where the line may be. */
const whyNot = ({ product, type, quantity }: RequestedLine, entry: PricedEntry | undefined): Refused | null => {
  if (!entry) return orderRefusals.notSold(product);
  const { brand, [type]: block } = entry;
  if (!block.active) return orderRefusals.notSoldSo(brand, type);
  if (quantity < block.minPurchase) return orderRefusals.tooFew(brand, type, block.minPurchase);
  if (quantity > block.maxPurchase) return orderRefusals.tooMany(brand, type, block.maxPurchase);
  return (quantity - block.minPurchase) % block.incrementBy === 0 ? null : orderRefusals.notInSteps(brand, type, block);
};

/** Prices one line of an order. A deposit is charged at its price, whatever its block says. */
export const priceLine = ({ product, type, quantity }: RequestedLine, entry: PricedEntry): PricedLine => ({
  product,
  brand: entry.brand,
  productType: entry.productType,
  block: type,
  quantity,
  unitPrice: entry.price,
  discountPrice: entry.productType === "deposit" ? entry.price : entry[type].discountPrice,
  totalPrice: quantity * entry.price,
});

const sumOf = <T>(many: readonly T[], of: (one: T) => number): number => many.reduce((sum, one) => sum + of(one), 0);

/** Half a paisa counts as a whole one; both are whole numbers and never below 0. */
const rounded = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

const penaltyOf = (owed: readonly OwedPenalty[]): OrderMoney["penalty"] => {
  const quantity = sumOf(owed, (one) => one.quantity);
  const totalPrice = sumOf(owed, (one) => one.amount * one.quantity);
  return {
    quantity,
    // The common amount where they have one: the mean of equal figures is that figure.
    unitPrice: quantity === 0 ? 0 : rounded(totalPrice, quantity),
    totalPrice,
    penalties: owed.map(({ _id }) => _id),
  };
};

const linesOf = ({ entries, lines, forSale }: Sale): PricedLine[] | Refused => {
  const byProduct = new Map(entries.map((entry) => [entry.product, entry]));
  const seen = new Set<string>();
  const wanted = new Map<PricedEntry, number>();
  const found: PricedLine[] = [];
  for (const line of lines) {
    const entry = byProduct.get(line.product);
    const why = whyNot(line, entry);
    if (why || !entry) return why ?? orderRefusals.notSold(line.product);
    const name = `${line.product} ${line.type}`;
    if (seen.has(name)) return orderRefusals.twice(entry.brand, line.type);
    seen.add(name);
    if (entry.productType === "product") wanted.set(entry, (wanted.get(entry) ?? 0) + line.quantity);
    found.push(priceLine(line, entry));
  }
  for (const [{ product, brand }, quantity] of wanted) {
    const left = forSale.get(product) ?? 0;
    if (quantity > left) return orderRefusals.soldOut(brand, left);
  }
  return found;
};

export const isRefused = (answer: OrderMoney | Refused): answer is Refused => "why" in answer;

/**
 * What the order costs, or the rule that it breaks; the first one, in the order of its lines. GST is rounded once an
 * order, on the product lines less all discounts: deposits and penalties are not taxed.
 */
export const priceOrder = (sale: Sale): OrderMoney | Refused => {
  if (sale.lines.length === 0) return orderRefusals.noLines;
  const lines = linesOf(sale);
  if ("why" in lines) return lines;
  const { couponDiscount, securityDeposit } = sale;
  const penalty = penaltyOf(sale.penalties);
  const allLines = sumOf(lines, (line) => line.totalPrice);
  if (allLines + penalty.totalPrice + securityDeposit > mostPaise) return orderRefusals.tooMuch;

  const products = lines.filter((line) => line.productType === "product");
  const productLines = sumOf(products, (line) => line.totalPrice);
  const productDiscount = sumOf(products, (line) => line.quantity * (line.unitPrice - line.discountPrice));
  if (couponDiscount > productLines - productDiscount) return orderRefusals.coupon;
  const totalDiscount = productDiscount + couponDiscount;

  const gstBasisPoints = Math.round(sale.gst * 100);
  const gst = Math.floor(((productLines - totalDiscount) * gstBasisPoints + 5_000) / 10_000);
  const netAmount = allLines - totalDiscount + gst + penalty.totalPrice + securityDeposit;
  if (netAmount > 0 && netAmount < leastPaise) return orderRefusals.tooLittle(netAmount);
  return netAmount > mostPaise
    ? orderRefusals.tooMuch
    : {
        lines,
        gstBasisPoints,
        gst,
        discount: { productDiscount, couponDiscount, totalDiscount },
        penalty,
        securityDeposit,
        netAmount,
      };
};

import {
  isRefused,
  type OrderMoney,
  type PricedEntry,
  priceOrder,
  type RequestedLine,
} from "#shared/orders/pricing.rules.ts";
import type { ProfileDocument } from "#shared/products/goods.document.server.ts";
import type { Random } from "../simulator/random.ts";
import { type Account, freeSlots, owedBy } from "./books.ts";
import { createPicker } from "./rhythm.ts";

/** In paise: what a trial's customers who must have one have paid. */
const securityDeposit = 20_000;

/** What a machine sells, and how much each of it is liked. */
export interface Shelf {
  profile: ProfileDocument;
  entries: PricedEntry[];
  pick: (random: Random) => PricedEntry | undefined;
  deposit: PricedEntry | undefined;
}

const bundleShare = 0.12;
const secondShare = 0.25;
const couponShare = 0.04;

/** The first brands of a network are liked best; nobody sells as much of the last. */
export const shelfOf = (profile: ProfileDocument, liking: readonly string[]): Shelf => {
  const entries = profile.brands.map((brand): PricedEntry => ({ ...brand, product: brand.product.toHexString() }));
  const cans = entries.filter(({ productType }) => productType === "product");
  return {
    profile,
    entries,
    pick: createPicker(cans, ({ brand }) => 1 / (liking.indexOf(brand) + 1.5)),
    deposit: entries.find(({ productType }) => productType === "deposit"),
  };
};

const lineOf = (entry: PricedEntry, random: Random): RequestedLine => {
  const type = entry.bundle.active && random.chance(bundleShare) ? "bundle" : "unit";
  const { minPurchase, incrementBy, maxPurchase } = entry[type];
  const steps = Math.min(Math.floor((maxPurchase - minPurchase) / incrementBy), random.chance(0.3) ? 1 : 0);
  return { product: entry.product, type, quantity: minPurchase + steps * incrementBy };
};

const linesOf = (account: Account, shelf: Shelf, random: Random): RequestedLine[] => {
  const entries = [shelf.pick(random), ...(random.chance(secondShare) ? [shelf.pick(random)] : [])];
  const lines = [...new Set(entries)].flatMap((entry) => (entry ? [lineOf(entry, random)] : []));
  const { deposit } = shelf;
  if (!account.user.needDeposit || !deposit || freeSlots(account) > 0) return lines;
  return [...lines, { product: deposit.product, type: "unit", quantity: deposit.unit.minPurchase }];
};

/** A customer's purchase and its price, as the intake would say. Nothing was ever sold out. */
export const purchaseOf = (account: Account, shelf: Shelf, random: Random): OrderMoney => {
  const { user, deposit } = account;
  const { entries, profile } = shelf;
  const lines = linesOf(account, shelf, random);
  const money = priceOrder({
    entries,
    gst: profile.gst,
    forSale: new Map(entries.map(({ product }) => [product, 1_000])),
    lines,
    couponDiscount: random.chance(couponShare) ? random.whole(1, 3) * 500 : 0,
    penalties: owedBy(account).map(({ _id, amount, quantity }) => ({ _id: _id.toHexString(), amount, quantity })),
    securityDeposit: user.needSecurityDeposit && deposit.collectSecurityDeposit ? securityDeposit : 0,
  });
  if (isRefused(money)) throw new Error(`the history asked for what cannot be: ${money.why}`);
  return money;
};

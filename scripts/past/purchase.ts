import { ObjectId } from "mongodb";
import {
  isRefused,
  type OrderMoney,
  type PricedEntry,
  priceOrder,
  type WishedLine,
} from "#shared/orders/pricing.rules.ts";
import type { ProfileDocument } from "#shared/runtime/documents/goods.ts";
import type { Random } from "../simulator/random.ts";
import { type Account, freeSlots, owedBy } from "./account.ts";
import { createPicker } from "./rhythm.ts";

/** In paise: what a trial's customers who must hold one have paid. */
export const securityDeposit = 20_000;

/** What a machine sells, and how much each of it is liked. */
export interface Shelf {
  profile: ProfileDocument;
  entries: PricedEntry[];
  pick: (random: Random) => PricedEntry | undefined;
  deposit: PricedEntry | undefined;
}

/** The first brands of a network are liked best; nobody sells as much of the last. */
const likedOf = (place: number) => 1 / (place + 1.5);

export const shelfOf = (profile: ProfileDocument, liking: readonly string[]): Shelf => {
  const entries = profile.brands.map(
    ({ product, brand, productType, price, bundle, unit }): PricedEntry => ({
      product: product.toHexString(),
      brand,
      productType,
      price,
      bundle,
      unit,
    }),
  );
  const cans = entries.filter(({ productType }) => productType === "product");
  return {
    profile,
    entries,
    pick: createPicker(cans, ({ brand }) => likedOf(liking.indexOf(brand))),
    deposit: entries.find(({ productType }) => productType === "deposit"),
  };
};

const bundleShare = 0.12;
const secondShare = 0.25;
const couponShare = 0.04;

const wishOf = (entry: PricedEntry, random: Random): WishedLine => {
  const type = entry.bundle.active && random.chance(bundleShare) ? "bundle" : "unit";
  const { minPurchase, incrementBy, maxPurchase } = entry[type];
  const steps = Math.min(Math.floor((maxPurchase - minPurchase) / incrementBy), random.chance(0.3) ? 1 : 0);
  return { product: entry.product, type, quantity: minPurchase + steps * incrementBy };
};

const wishesOf = (account: Account, shelf: Shelf, random: Random): WishedLine[] => {
  const entries = [shelf.pick(random), ...(random.chance(secondShare) ? [shelf.pick(random)] : [])];
  const lines = [...new Set(entries)].flatMap((entry) => (entry ? [wishOf(entry, random)] : []));
  const { deposit } = shelf;
  if (!account.user.needDeposit || !deposit || freeSlots(account) > 0) return lines;
  return [...lines, { product: deposit.product, type: "unit", quantity: deposit.unit.minPurchase }];
};

/** Nothing of the past was ever sold out: the machines were filled in time. */
const endless = (entries: PricedEntry[]) => new Map(entries.map(({ product }) => [product, 1_000]));

/** What a customer asks for and what it costs, as the intake would say. */
export const purchaseOf = (account: Account, shelf: Shelf, random: Random): OrderMoney => {
  const { user, deposit } = account;
  const lines = wishesOf(account, shelf, random);
  const isCharged = user.needSecurityDeposit && deposit.collectSecurityDeposit;
  const couponDiscount = random.chance(couponShare) ? random.whole(1, 3) * 500 : 0;
  const money = priceOrder({
    entries: shelf.entries,
    gst: shelf.profile.gst,
    forSale: endless(shelf.entries),
    lines,
    couponDiscount,
    penalties: owedBy(account).map(({ _id, amount, quantity }) => ({ _id: _id.toHexString(), amount, quantity })),
    securityDeposit: isCharged ? securityDeposit : 0,
  });
  if (isRefused(money)) throw new Error(`the past asked for what cannot be: ${money.why}`);
  return money;
};

/** Its lines as they are stored. */
export const storedLines = ({ lines }: OrderMoney) =>
  lines.map((line) => ({ ...line, product: new ObjectId(line.product) }));

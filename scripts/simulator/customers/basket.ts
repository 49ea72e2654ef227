import type { IntakeOrder } from "#shared/intake/intake.schema.ts";
import type { BlockKind } from "#shared/profiles/profile.rules.ts";
import type { SaleBlock } from "#shared/profiles/profile.schema.ts";
import type { Random } from "../random.ts";

/** What a machine sells, as its own screen would show it. */
export interface Offer extends Record<BlockKind, SaleBlock> {
  product: string;
  productType: "product" | "deposit";
}
export interface Shelf {
  vendingMachine: string;
  offers: Offer[];
}
type Line = IntakeOrder["lines"][number];

/** Most people buy what can be carried. */
const fewSteps = 2;
const sharesOf = { bundle: 0.25, secondBrand: 0.3, deposit: 0.4 };

const quantityOf = (random: Random, { minPurchase, maxPurchase, incrementBy }: SaleBlock): number => {
  const steps = Math.floor((maxPurchase - minPurchase) / incrementBy);
  return minPurchase + random.whole(0, Math.min(steps, fewSteps)) * incrementBy;
};

const lineOf = (random: Random, { product, bundle, unit }: Offer): Line[] => {
  const type = bundle.active && (!unit.active || random.chance(sharesOf.bundle)) ? "bundle" : "unit";
  const block = type === "bundle" ? bundle : unit;
  return block.active ? [{ product, type, quantity: quantityOf(random, block) }] : [];
};

/** What somebody takes from this shelf; nothing where it sells nothing. */
export const drawBasket = (random: Random, { offers }: Shelf): Line[] => {
  const sold = offers.filter(({ bundle, unit }) => bundle.active || unit.active);
  const cans = sold.filter(({ productType }) => productType === "product");
  if (cans.length === 0) return [];
  const first = random.pick(cans);
  const others = cans.filter((one) => one !== first);
  const brands = others.length > 0 && random.chance(sharesOf.secondBrand) ? [first, random.pick(others)] : [first];
  const deposits = sold.filter(({ productType }) => productType === "deposit");
  const deposit = deposits.length > 0 && random.chance(sharesOf.deposit) ? [random.pick(deposits)] : [];
  return [...brands, ...deposit].flatMap((offer) => lineOf(random, offer));
};

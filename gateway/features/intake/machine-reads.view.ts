import { rupeesOf } from "#shared/http/money.ts";
import type { IntakeMachine, IntakeOffer, IntakeProduct } from "#shared/intake/intake-reads.schema.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { isRefused, type PricedEntry, priceLine, priceOrder } from "#shared/orders/pricing.rules.ts";
import type { ProductDocument } from "#shared/products/goods.document.server.ts";
import type { BlockKind } from "#shared/profiles/profile.rules.ts";

/** A machine and what stands beside it in the database at the same moment. */
export interface StoredMachine {
  machine: MachineDocument;
  isOpen: boolean;
  /** The authorised unit's; null if there is none. */
  serialNumber: string | null;
  /** Cans by product. */
  forSale: ReadonlyMap<string, number>;
  /** The brand of a product that is for sale. */
  brandOf(product: string): string;
}

export const machineForApp = (
  { machine, isOpen, forSale, brandOf }: StoredMachine,
  isOnline: boolean,
): IntakeMachine => ({
  _id: machine._id.toHexString(),
  vendingMachineId: machine.vendingMachineId,
  name: machine.name,
  location: machine.location,
  open: isOpen,
  online: isOnline,
  stock: isOpen
    ? [...forSale]
        .map(([product, cans]) => ({ product, brand: brandOf(product), cans }))
        .sort((a, b) => a.brand.localeCompare(b.brand))
    : [],
});

/** How this entry is sold, and what the smallest order of it comes to; null where it is not sold so. */
const offerOf = (entry: PricedEntry, type: BlockKind, gst: number): IntakeOffer | null => {
  const { active, minPurchase, maxPurchase, incrementBy, priority } = entry[type];
  if (!active) return null;
  const line = { product: entry.product, type, quantity: minPurchase };
  const { unitPrice, discountPrice } = priceLine(line, entry);
  const money = priceOrder({
    entries: [entry],
    gst,
    forSale: new Map([[entry.product, minPurchase]]),
    lines: [line],
    couponDiscount: 0,
    penalties: [],
    securityDeposit: 0,
  });
  return {
    unitPrice: rupeesOf(unitPrice),
    discountPrice: rupeesOf(discountPrice),
    minPurchase,
    maxPurchase,
    incrementBy,
    priority,
    least: isRefused(money)
      ? null
      : { quantity: minPurchase, gst: rupeesOf(money.gst), netAmount: rupeesOf(money.netAmount) },
  };
};

export const productForApp = (
  entry: PricedEntry,
  {
    gst,
    product,
    forSale,
  }: {
    gst: number;
    product: Pick<ProductDocument, "tagline" | "description" | "image"> | undefined;
    forSale: ReadonlyMap<string, number>;
  },
): IntakeProduct => ({
  product: entry.product,
  brand: entry.brand,
  productType: entry.productType,
  tagline: product?.tagline ?? "",
  description: product?.description ?? "",
  image: product?.image ? `/uploads/products/${product.image}` : "",
  cans: forSale.get(entry.product) ?? 0,
  bundle: offerOf(entry, "bundle", gst),
  unit: offerOf(entry, "unit", gst),
});

import { paiseOf, rupeesOf } from "#shared/http/money.ts";
import type { BrandEntryDocument, ProfileDocument, SaleBlockDocument } from "#shared/products/goods.document.server.ts";
import type { BrandEntry, NewBrandEntry, ProductProfile, SaleBlock } from "#shared/profiles/profile.schema.ts";

const blockView = (block: SaleBlockDocument): SaleBlock => ({ ...block, discountPrice: rupeesOf(block.discountPrice) });

const entryView = (entry: BrandEntryDocument): BrandEntry => ({
  _id: entry._id.toHexString(),
  brand: entry.brand,
  product: entry.product.toHexString(),
  price: rupeesOf(entry.price),
  productType: entry.productType,
  bundle: blockView(entry.bundle),
  unit: blockView(entry.unit),
});

/** Prices are paise in the store and rupees on the wire. */
export const profileView = (profile: ProfileDocument): ProductProfile => ({
  _id: profile._id.toHexString(),
  name: profile.name,
  // Older profiles may have more decimals than orders are taxed with; it is sent back as it is read.
  gst: Math.round(profile.gst * 100) / 100,
  cansLimit: profile.cansLimit,
  deposit: profile.deposit,
  depositCount: profile.depositCount,
  brands: profile.brands.map(entryView),
  rev: profile.rev,
});

/** And back, for what an operator sends. */
export const storedBlock = (block: NewBrandEntry["unit"]): SaleBlockDocument => ({
  ...block,
  discountPrice: paiseOf(block.discountPrice),
});

import type { ObjectId } from "mongodb";
import { blind, collection } from "../runtime/collection.ts";
import type { ProductType } from "./product.schema.ts";

/** Prices in paise. */
export interface SaleBlockDocument {
  active: boolean;
  discountPrice: number;
  minPurchase: number;
  maxPurchase: number;
  incrementBy: number;
  priority: number;
}

export interface BrandEntryDocument {
  _id: ObjectId;
  product: ObjectId;
  brand: string;
  productType: ProductType;
  price: number;
  bundle: SaleBlockDocument;
  unit: SaleBlockDocument;
}

/** Written by the gateway. */
export interface ProfileDocument {
  _id: ObjectId;
  name: string;
  gst: number;
  cansLimit: number;
  deposit: boolean;
  depositCount: number;
  brands: BrandEntryDocument[];
  rev: number;
}

/** Written by the gateway. Price in paise. */
export interface ProductDocument {
  _id: ObjectId;
  brand: string;
  tagline: string;
  description: string;
  productType: ProductType;
  image: string;
  price: number;
  /** Written anew by each profile that begins to sell it, so that a change of its brand at the same moment conflicts. */
  heldByProfile?: ObjectId;
  rev: number;
}

/** Written by the gateway. A profile is in at most one region. */
export interface RegionDocument {
  _id: ObjectId;
  region: string;
  profiles: ObjectId[];
  /** For machines of the region that have no time of their own; 5 if this is missing or null. */
  offlineAfterMinutes?: number | null;
  /** Written anew when the region's machines are put under work, so that several such calls do not meet there. */
  held?: ObjectId;
  rev: number;
}

export const goods = {
  productProfiles: collection<ProfileDocument>({
    indexes: [
      {
        name: "name",
        key: { name: 1 },
        unique: true,
        taken: ({ name }) => `A product profile named ${name} exists already`,
      },
      { name: "nameBlind", key: { name: 1 }, collation: blind },
    ],
  }),
  products: collection<ProductDocument>({
    indexes: [
      {
        name: "brand",
        key: { brand: 1 },
        unique: true,
        taken: ({ brand }) => `A product of the brand ${brand} exists already`,
      },
      { name: "brandBlind", key: { brand: 1 }, collation: blind },
    ],
  }),
  regions: collection<RegionDocument>({
    indexes: [
      {
        name: "region",
        key: { region: 1 },
        unique: true,
        taken: ({ region }) => `A region named ${region} exists already`,
      },
      { name: "regionBlind", key: { region: 1 }, collation: blind },
      {
        name: "profiles",
        key: { profiles: 1 },
        unique: true,
        partialFilterExpression: { "profiles.0": { $exists: true } },
        // Two operators gave the same profile to two regions at once.
        taken: () => "One of these profiles belongs to another region already",
      },
    ],
  }),
};

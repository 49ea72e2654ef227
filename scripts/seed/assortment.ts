import type {
  BrandEntryDocument,
  ProductDocument,
  ProfileDocument,
  RegionDocument,
  SaleBlockDocument,
} from "#shared/products/goods.document.server.ts";
import type { ProductType } from "#shared/products/product.schema.ts";
import { demoId } from "./add-missing.ts";
import type { DemoPlace } from "./places.ts";

interface Can {
  brand: string;
  tagline: string;
  description: string;
  rupees: number;
  productType: ProductType;
}
const can = (brand: string, rupees: number, tagline: string, description: string): Can => ({
  brand,
  rupees,
  tagline,
  description,
  productType: "product",
});

const depositBrand = "Refundable Deposit";
const cans: Can[] = [
  can("Malabar Lime Soda", 40, "Salt, lime, fizz", "Lime soda with rock salt, 300 ml can"),
  can("Nilgiri Iced Tea", 50, "Hill tea, cold", "Black tea with lemon, lightly sweetened, 300 ml can"),
  can("Kochi Cola", 45, "The harbour's own", "Cola with a hint of cardamom, 300 ml can"),
  can("Monsoon Mango", 55, "Alphonso in a can", "Mango drink with 18 % pulp, 250 ml can"),
  can("Coorg Cold Coffee", 70, "Estate coffee, iced", "Cold coffee with milk, 250 ml can"),
  can("Tender Coconut", 60, "Nothing added", "Tender coconut water, 200 ml can"),
  can("Ginger Fizz", 40, "Inji with bite", "Ginger ale with real ginger, 300 ml can"),
  can("Silent Valley Soda", 30, "Plain and cold", "Soda water, 300 ml can"),
  { ...can(depositBrand, 10, "Back when the can is", "Deposit for one returnable can"), productType: "deposit" },
];
const paise = (rupees: number) => rupees * 100;

export const products: ProductDocument[] = cans.map(({ rupees, ...about }) => ({
  _id: demoId("product", about.brand),
  ...about,
  image: "",
  price: paise(rupees),
  rev: 0,
}));

interface Terms {
  gst: number;
  cansLimit: number;
  depositCount: number;
  /** Per cent off each can, and off each can of a bundle. */
  off: { unit: number; bundle: number };
  brands: string[];
}
const everything = cans.flatMap(({ brand, productType }) => (productType === "product" ? [brand] : []));
const terms: Record<DemoPlace["area"], Terms> = {
  Ernakulam: { gst: 18, cansLimit: 6, depositCount: 1, off: { unit: 0, bundle: 10 }, brands: everything },
  Kakkanad: { gst: 18, cansLimit: 0, depositCount: 0, off: { unit: 5, bundle: 15 }, brands: everything.slice(1, 7) },
  Kalamassery: {
    gst: 12,
    cansLimit: 4,
    depositCount: 2,
    off: { unit: 10, bundle: 20 },
    brands: everything.slice(0, 5),
  },
  Aluva: { gst: 18, cansLimit: 8, depositCount: 1, off: { unit: 0, bundle: 10 }, brands: everything.slice(2) },
};

const block = (price: number, percentOff: number, priority: number, size: number): SaleBlockDocument => ({
  active: true,
  // Whole rupees, as a machine's screen shows them.
  discountPrice: paise(Math.round((price * (100 - percentOff)) / 10_000)),
  minPurchase: size,
  maxPurchase: size * 4,
  incrementBy: size,
  priority,
});

const entriesOf = (area: DemoPlace["area"]): BrandEntryDocument[] =>
  [...terms[area].brands, depositBrand].flatMap((brand, index) => {
    const product = products.find((one) => one.brand === brand);
    if (!product) return [];
    const { _id, price, productType } = product;
    const isDeposit = productType === "deposit";
    const { unit, bundle } = isDeposit ? { unit: 0, bundle: 0 } : terms[area].off;
    return {
      _id: demoId("brand entry", `${area} ${brand}`),
      product: _id,
      brand,
      productType,
      price,
      bundle: { ...block(price, bundle, index + 1, 3), active: !isDeposit },
      unit: block(price, unit, index + 1, 1),
    };
  });

const areas = Object.keys(terms) as DemoPlace["area"][];
export const profileIdOf = (area: DemoPlace["area"]) => demoId("profile", area);

export const profiles: ProfileDocument[] = areas.map((area) => ({
  _id: profileIdOf(area),
  name: `${area} Standard`,
  gst: terms[area].gst,
  cansLimit: terms[area].cansLimit,
  deposit: terms[area].depositCount > 0,
  depositCount: terms[area].depositCount,
  brands: entriesOf(area),
  rev: 0,
}));

/** A machine is in the region that has its profile, so each region has prices of its own. */
export const regions: RegionDocument[] = areas.map((area) => ({
  _id: demoId("region", area),
  region: area,
  profiles: [profileIdOf(area)],
  rev: 0,
}));

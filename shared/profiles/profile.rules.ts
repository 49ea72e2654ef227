import type { SaleBlock } from "./profile.schema.ts";

/**
 * Specification: Checks of a brand entry. Two wordings exist, one per profile screen: the form that adds
 * an entry, and the cards that change one. The form is strict: max greater than min, discount lesser than price; the
 * cards allow what is equal. The server enforces the looser rule of the two.
 */
export type BlockKind = "bundle" | "unit";
export const blockKinds = ["bundle", "unit"] as const;

/** A block in a form: a number may be missing, a status may not be chosen yet. */
export type BlockDraft = { [F in keyof SaleBlock]: SaleBlock[F] | null };

export interface EntryDraft {
  product: string | null;
  price: number | null;
  bundle: BlockDraft;
  unit: BlockDraft;
}

/** The profile's other entries. */
export interface OtherEntry {
  product: string;
  brand: string;
  bundle: Pick<SaleBlock, "priority">;
  unit: Pick<SaleBlock, "priority">;
}

/** Where a complaint belongs: `product`, `price`, or a block's field such as `unit.maxPurchase`. */
export type EntryField = "product" | "price" | `${BlockKind}.${keyof SaleBlock}`;
export type Complaints = Partial<Record<EntryField, string>>;
export type Wording = "form" | "cards";

/** The smallest value of each number (specification: Checks of a brand entry). */
const smallest = {
  price: 1,
  discountPrice: 0,
  minPurchase: 1,
  maxPurchase: 1,
  incrementBy: 1,
  priority: 1,
} as const;

const texts = {
  form: {
    maxTooSmall: "Max Purchase should be greater than Min Purchase",
    minTooLarge: "Min Purchase should be lesser than Max Purchase",
    discount: "Discount Price should be lesser than Product Price",
  },
  cards: {
    maxTooSmall: "Should be greater than minimum purchase",
    minTooLarge: null,
    discount: "Should be lesser than product price",
  },
} as const;

const numberFields = ["discountPrice", "minPurchase", "maxPurchase", "incrementBy", "priority"] as const;

const checkNumbers = (kind: BlockKind, block: BlockDraft, found: Complaints) => {
  for (const field of numberFields) {
    const value = block[field];
    if (value === null || Number.isNaN(value)) found[`${kind}.${field}`] = "is required";
    else if (value < smallest[field]) found[`${kind}.${field}`] = `must be at least ${smallest[field]}`;
    else if (field !== "discountPrice" && !Number.isInteger(value))
      found[`${kind}.${field}`] = "must be a whole number";
  }
};

const checkBlock = (kind: BlockKind, draft: EntryDraft, others: OtherEntry[], wording: Wording): Complaints => {
  const found: Complaints = {};
  const block = draft[kind];
  const say = texts[wording];
  if (block.active === null) found[`${kind}.active`] = "Select valid status";
  checkNumbers(kind, block, found);
  /** NaN, which exceeds nothing and equals nothing, where the number has a complaint of its own. */
  const sound = (field: (typeof numberFields)[number]) => Number(found[`${kind}.${field}`] ? Number.NaN : block[field]);
  const [discountPrice, minPurchase, maxPurchase] = [
    sound("discountPrice"),
    sound("minPurchase"),
    sound("maxPurchase"),
  ];
  const priority = sound("priority");
  /** The form wants the larger one to be greater, for the cards it may be the same. */
  const exceeds = (small: number, large: number) => (wording === "form" ? small >= large : small > large);
  if (exceeds(minPurchase, maxPurchase)) {
    found[`${kind}.maxPurchase`] = say.maxTooSmall;
    if (say.minTooLarge) found[`${kind}.minPurchase`] = say.minTooLarge;
  }
  if (sound("incrementBy") > maxPurchase) found[`${kind}.incrementBy`] = "Should be lesser than max purchase";
  if (exceeds(discountPrice, draft.price ?? Number.NaN)) found[`${kind}.discountPrice`] = say.discount;
  if (others.some((other) => other[kind].priority === priority))
    found[`${kind}.priority`] = `Priority ${priority} already assigned`;
  return found;
};

/**
 * Every complaint about an entry, in one wording; an empty object if there is none. Both blocks are checked, disabled
 * or not.
 */
export const checkEntry = (draft: EntryDraft, others: OtherEntry[], wording: Wording): Complaints => {
  const found: Complaints = {};
  const twin = others.find((other) => other.product === draft.product);
  if (!draft.product) found.product = "Need to select valid brand";
  else if (twin) found.product = wording === "form" ? "Brand already assigned" : `${twin.brand} already added`;
  // Missing or NaN is not at least 1 either.
  if (!(Number(draft.price) >= smallest.price)) found.price = `must be at least ${smallest.price}`;
  for (const kind of blockKinds) Object.assign(found, checkBlock(kind, draft, others, wording));
  return found;
};

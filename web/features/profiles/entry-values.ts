import * as z from "zod";
import { Rupees } from "#shared/http/money.ts";
import {
  type BlockDraft,
  type BlockKind,
  blockKinds,
  type Complaints,
  checkEntry,
  type EntryDraft,
  type EntryField,
  type OtherEntry,
  type Wording,
} from "#shared/profiles/profile.rules.ts";
import { BrandEntry, type SaleBlock } from "#shared/profiles/profile.schema.ts";
import { isSame } from "../../live/is-same.ts";
import { rupeesOrNone } from "../../ui/Money.tsx";

/** The settings of a block in the order in which they stand, and what they are called. */
export const blockFields = {
  active: "Status",
  discountPrice: "Discount Price",
  minPurchase: "Min Purchase",
  maxPurchase: "Max Purchase",
  incrementBy: "Increment By",
  priority: "Priority",
} as const satisfies Record<keyof SaleBlock, string>;
export const kindNames: Record<BlockKind, string> = { bundle: "Bundle", unit: "Unit" };

type BlockValues<Kind extends BlockKind> = { [F in keyof SaleBlock as `${Kind}.${F}`]: BlockDraft[F] };

/** An entry in a form: one flat value per field, named as the rules name it. */
export type EntryValues = Pick<EntryDraft, "product" | "price"> & BlockValues<"bundle"> & BlockValues<"unit">;

const amount = Rupees.nullable();
const count = z.number().max(100_000, "must be at most 1,00,000").nullable();
const blockShape = {
  active: z.boolean().nullable(),
  discountPrice: amount,
  minPurchase: count,
  maxPurchase: count,
  incrementBy: count,
  priority: count,
};
const flat = <Kind extends BlockKind>(kind: Kind) =>
  Object.fromEntries(Object.entries(blockShape).map(([field, schema]) => [`${kind}.${field}`, schema])) as {
    [F in keyof typeof blockShape as `${Kind}.${F}`]: (typeof blockShape)[F];
  };
/** Upper limits only; everything else is said by the rules (specification: Checks of a brand entry). */
export const EntryValues = z.object({
  product: z.string().nullable(),
  price: amount,
  ...flat("bundle"),
  ...flat("unit"),
}) satisfies z.ZodType<EntryValues>;

const fields = Object.keys(blockFields) as (keyof SaleBlock)[];

export const labels = {
  product: "Brand",
  price: "Price",
  ...Object.fromEntries(
    blockKinds.flatMap((kind) =>
      fields.map((field) => [`${kind}.${field}`, `${kindNames[kind]} ${blockFields[field]}`]),
    ),
  ),
} as Record<EntryField, string>;

const blockOf = (values: EntryValues, kind: BlockKind) =>
  Object.fromEntries(fields.map((field) => [field, values[`${kind}.${field}`]])) as unknown as BlockDraft;

export const draftOf = (values: EntryValues): EntryDraft => ({
  product: values.product,
  price: values.price,
  bundle: blockOf(values, "bundle"),
  unit: blockOf(values, "unit"),
});

export const valuesOf = (draft: EntryDraft): EntryValues => ({
  product: draft.product,
  price: draft.price,
  ...(Object.fromEntries(
    blockKinds.flatMap((kind) => fields.map((field) => [`${kind}.${field}`, draft[kind][field]])),
  ) as BlockValues<"bundle"> & BlockValues<"unit">),
});

const Settled = BrandEntry.pick({ product: true, price: true, bundle: true, unit: true });
/** What is sent. Throws where something is missing: the rules have run before. */
export const settled = (values: EntryValues): z.infer<typeof Settled> => Settled.parse(draftOf(values));

/** Whether a block is sold, as choices with labels. */
export const statuses = [
  ["Select", null],
  ["Active", true],
  ["Disabled", false],
] as const;
const status = (active: boolean | null) => statuses.find(([, meant]) => meant === active)?.[0] ?? "";

/** How values read where theirs and yours stand side by side. */
export const showIn = (brandOf: (product: string | null) => string) => ({
  product: brandOf,
  price: rupeesOrNone,
  "bundle.active": status,
  "bundle.discountPrice": rupeesOrNone,
  "unit.active": status,
  "unit.discountPrice": rupeesOrNone,
});

export const complaintsAbout = (values: EntryValues, others: OtherEntry[], wording: Wording): Complaints =>
  checkEntry(draftOf(values), others, wording);

export const isSameEntry = (a: EntryDraft, b: EntryDraft): boolean => isSame(valuesOf(a), valuesOf(b));

/** The lowest priority that no brand has yet in this kind of block. */
const freePriority = (others: readonly BrandEntry[], kind: BlockKind): number => {
  const taken = new Set(others.map((other) => other[kind].priority));
  let priority = 1;
  while (taken.has(priority)) priority += 1;
  return priority;
};

/** What the form for a new brand starts with: nothing chosen, one can at a time, the next free priority. */
export const blankEntry = (others: readonly BrandEntry[]): EntryValues => {
  const block = (kind: BlockKind): BlockDraft => ({
    active: null,
    discountPrice: null,
    minPurchase: 1,
    maxPurchase: null,
    incrementBy: 1,
    priority: freePriority(others, kind),
  });
  return valuesOf({ product: null, price: null, bundle: block("bundle"), unit: block("unit") });
};

/** The terms of another brand for this one: its status and quantities, and its discount in proportion to the price. */
export const withTermsOf = (values: EntryValues, model: BrandEntry): EntryValues => {
  const { price } = values;
  const likeModel = (kind: BlockKind): BlockDraft => ({
    ...model[kind],
    discountPrice: price === null ? null : Math.round(((price * model[kind].discountPrice) / model.price) * 100) / 100,
    priority: values[`${kind}.priority`],
  });
  return valuesOf({ product: values.product, price, bundle: likeModel("bundle"), unit: likeModel("unit") });
};

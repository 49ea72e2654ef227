import type { ProductType } from "#shared/products/product.schema.ts";
import { type BlockKind, blockKinds } from "#shared/profiles/profile.rules.ts";
import { ChoiceField } from "../../ui/form/ChoiceField.tsx";
import { NumberField } from "../../ui/form/NumberField.tsx";
import type { FormHandle } from "../../ui/form/use-form.ts";
import { CustomerPays } from "./CustomerPays.tsx";
import { blockFields, draftOf, type EntryValues, kindNames, labels, statuses } from "./entry-values.ts";

interface EntryGridProps {
  form: FormHandle<EntryValues>;
  /** Per cent, for what a customer pays. */
  gst: number;
  productType: ProductType;
  /** Fields that somebody has just changed. */
  glowing?: readonly string[];
}

const counts = ["minPurchase", "maxPurchase", "incrementBy", "priority"] as const;
const heads = [
  { head: blockFields.active, look: "" },
  { head: blockFields.discountPrice, look: " entry-head-number" },
  { head: "Customer pays", look: " entry-head-pays" },
  ...counts.map((field) => ({ head: blockFields[field], look: " entry-head-number" })),
];

/** A field looks changed while it is, and glows once it was. */
export const looksOf = (look: string, changed: boolean, glowing = false): string =>
  `${look}${changed ? " entry-changed" : ""}${glowing ? " glow" : ""}`;

function BlockCells({ form, kind, gst, productType, glowing = [] }: EntryGridProps & { kind: BlockKind }) {
  const { price, [kind]: block } = draftOf(form.values);
  const cell = (field: keyof typeof blockFields) =>
    looksOf("entry-cell", form.changed.includes(`${kind}.${field}`), glowing.includes(`${kind}.${field}`));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot give its cells to the grid around it.
    <div role="group" aria-label={kindNames[kind]} className="entry-block">
      <span className="entry-kind">{kindNames[kind]}</span>
      <div className={cell("active")}>
        <ChoiceField {...form.field(`${kind}.active`)} quietLabel choices={statuses} />
      </div>
      <div className={cell("discountPrice")}>
        <NumberField {...form.field(`${kind}.discountPrice`)} quietLabel unitBefore="₹" decimals={2} />
      </div>
      <CustomerPays kind={kind} block={block} price={price} gst={gst} productType={productType} />
      {counts.map((field) => (
        <div key={field} className={cell(field)}>
          <NumberField {...form.field(`${kind}.${field}`)} quietLabel />
        </div>
      ))}
    </div>
  );
}

/** Bundle and unit settings side by side: lines where there is space, columns on a phone. */
export function EntryGrid(props: EntryGridProps) {
  return (
    <div className="entry-grid">
      <span className="entry-head-cell" />
      {heads.map(({ head, look }) => (
        // Every field has a name of its own for readers.
        <span key={head} className={`entry-head-cell${look}`} aria-hidden="true">
          {head}
        </span>
      ))}
      {blockKinds.map((kind) => (
        <BlockCells key={kind} kind={kind} {...props} />
      ))}
    </div>
  );
}

/** The heads of all brands, once above them where there is space for a table; each field has a name of its own. */
export function EntryHeads() {
  return (
    <div className="entries-head" aria-hidden="true">
      <span>{labels.product}, price</span>
      <span />
      {heads.map(({ head, look }) => (
        <span key={head} className={look.trim()} title={head}>
          {head}
        </span>
      ))}
      <span />
    </div>
  );
}

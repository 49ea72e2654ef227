import { useEffect, useRef } from "react";
import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import { useAddingForm } from "../../recipes/use-record-form.ts";
import { Button } from "../../ui/Button.tsx";
import { useBrowserAlert } from "../../ui/dialogs.ts";
import { ErrorSummary } from "../../ui/form/ErrorSummary.tsx";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { OwnForm } from "../../ui/form/OwnForm.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { EntryGrid } from "./EntryGrid.tsx";
import { blankEntry, complaintsAbout, EntryValues, labels, settled, withTermsOf } from "./entry-values.ts";
import { addEntry } from "./save-entry.ts";
import { useBrandOptions } from "./use-brand-options.ts";

interface AddEntryFormProps {
  profile: ProductProfile;
  /** The products of all entries. */
  assigned: readonly string[];
  onKnown: (profile: ProductProfile) => void;
  /** Done: the entry that was added, or null. */
  onClose: (entry: string | null) => void;
}

/** Adds a brand to the profile: choose it, take the terms of another one or type them, done. */
export function AddEntryForm({ profile, assigned, onKnown, onClose }: AddEntryFormProps) {
  const brands = useBrandOptions(assigned);
  const browserAlert = useBrowserAlert();
  const home = useRef<HTMLFormElement>(null);
  const form = useAddingForm({
    schema: EntryValues,
    blank: blankEntry(profile.brands),
    labels,
    rules: (values) => complaintsAbout(values, profile.brands, "form"),
    onRefused: ({ product }, values) => {
      // This one is a dialog (specification: Checks of a brand entry).
      if (product && values.product) void browserAlert({ text: product });
    },
    add: (values) => {
      const product = brands.productOf(values.product);
      const about = product ? { brand: product.brand, productType: product.productType } : {};
      return addEntry(profile, { ...settled(values), ...about });
    },
    onAdded: (record, { product }) => {
      onKnown(record);
      onClose(record.brands.find((entry) => entry.product === product)?._id ?? null);
    },
  });
  useEffect(() => {
    home.current?.scrollIntoView({ block: "nearest" });
    home.current?.querySelector<HTMLElement>(".entry-brand input")?.focus();
  }, []);

  const fill = (values: EntryValues) => {
    for (const key of Object.keys(values) as (keyof EntryValues)[]) form.set(key, values[key]);
  };
  const chosen = brands.productOf(form.values.product);
  const binding = form.field("product");
  const choose = (id: string | null) => {
    binding.onChange(id);
    const { price } = form.values;
    // A price that was typed is kept; one that came with another product is not.
    if (price === null || price === chosen?.price) form.set("price", brands.productOf(id)?.price ?? null);
  };
  const models = profile.brands.map(({ _id, brand }) => ({ value: _id, label: brand }));

  return (
    <OwnForm ref={home} className="card entry entry-new" aria-label="Add brand" onSubmit={form.submit}>
      <h3>Add brand</h3>
      <ErrorSummary form={form} named />
      <div className="entry-start">
        <div className="entry-brand">
          <SelectField {...binding} {...brands.choices} onChange={choose} placeholder="Select" />
        </div>
        <div className="entry-price">
          <NumberField {...form.field("price")} unitBefore="₹" decimals={2} />
        </div>
        {models.length > 0 && (
          <div className="entry-model">
            <SelectField
              label="Same terms as"
              value={null}
              options={models}
              placeholder="Another brand"
              onChange={(id) => {
                const model = profile.brands.find(({ _id }) => _id === id);
                if (model) fill(withTermsOf(form.values, model));
              }}
            />
          </div>
        )}
      </div>
      <EntryGrid form={form} gst={profile.gst} productType={chosen?.productType ?? "product"} />
      <div className="form-foot">
        <Button type="submit" kind="primary" working={form.working}>
          Add brand
        </Button>
        <Button whyNot={form.working ? "The brand is being saved" : null} onClick={() => onClose(null)}>
          Cancel
        </Button>
      </div>
    </OwnForm>
  );
}

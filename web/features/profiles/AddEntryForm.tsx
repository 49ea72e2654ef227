import { useEffect, useRef } from "react";
import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { useBrowserAlert } from "../../ui/dialogs.ts";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { EntryErrors } from "./EntryErrors.tsx";
import { EntryGrid } from "./EntryGrid.tsx";
import { addEntryAtom } from "./entries.atoms.ts";
import { blankEntry, complaintsAbout, EntryValues, labels, settled, withTermsOf } from "./entry-values.ts";
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
  const add = useSetAtom(addEntryAtom);
  const brands = useBrandOptions(assigned);
  const browserAlert = useBrowserAlert();
  const home = useRef<HTMLFormElement>(null);
  const form = useForm<EntryValues, EntryValues>({
    schema: EntryValues,
    initial: blankEntry(profile.brands),
    labels,
    rules: (values) => complaintsAbout(values, profile.brands, "form"),
    submit: async (values) => {
      const product = brands.productOf(values.product);
      const about = product ? { brand: product.brand, productType: product.productType } : {};
      const added = await add({ profile, entry: { ...settled(values), ...about } });
      if (added.is === "refused") return { state: "refused" };
      onKnown(added.record);
      onClose(added.record.brands.find(({ product: one }) => one === values.product)?._id ?? null);
      return { state: "saved" };
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
  const submit = async () => {
    await form.submit();
    const { product } = complaintsAbout(form.values, profile.brands, "form");
    // Specification section 5 wants a dialog for this one.
    if (product && form.values.product) await browserAlert({ text: product });
  };
  const models = profile.brands.map(({ _id, brand }) => ({ value: _id, label: brand }));

  return (
    <form
      ref={home}
      className="card entry entry-new"
      noValidate
      aria-label="Add brand"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h3>Add brand</h3>
      <EntryErrors form={form} />
      <div className="entry-start">
        <div className="entry-brand">
          <SelectField
            {...binding}
            onChange={choose}
            options={brands.options}
            loading={brands.isLoading}
            placeholder="Select"
            emptyText={brands.emptyText}
          />
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
        <Button disabled={form.working} onClick={() => onClose(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

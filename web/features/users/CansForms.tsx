import { useMemo } from "react";
import * as z from "zod";
import { countAt } from "#shared/cans/cans.rules.ts";
import { CanCount, type Cans } from "#shared/cans/cans.schema.ts";
import { line } from "#shared/http/fields.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useAddingForm, useRecordForm } from "../../recipes/use-record-form.ts";
import { machinesAtom } from "../../records/machines.atoms.ts";
import { useWhyNotOwn } from "../../records/own-deeds.ts";
import { orderedProductsAtom } from "../../records/products.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { byName } from "../../ui/find-by-words.ts";
import { Form } from "../../ui/form/Form.tsx";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { saveCans } from "./cans-edit.ts";

const labels = { vendingMachine: "Vending Machine", brand: "Brand", cans: "Cans", reason: "Reason" };
/** An empty number is 0 (specification section 5). */
const counted = { cans: z.union([CanCount, z.null().transform(() => 0)]), reason: line(300) };
const Editing = z.strictObject(counted);
type Edited = z.input<typeof Editing>;
const Adding = z.strictObject({
  vendingMachine: z.union([line(64), z.null().transform(() => "")]).pipe(line(64)),
  /** The product's id. */
  brand: z.union([line(100), z.null().transform(() => "")]).pipe(line(100)),
  ...counted,
});
type Added = z.input<typeof Adding>;
const blank: Added = { vendingMachine: null, brand: null, cans: null, reason: "" };

interface CansFormProps extends Shown<Cans> {
  onClose: () => void;
}

function CansHead({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <div className="user-cans-head">
      <h3>{title}</h3>
      <Button kind="quiet" small onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

interface EditedEntry {
  vendingMachine: string;
  machineName: string;
  brand: string;
  product: string;
}

/** Sets how many cans of one brand stand at one machine for this user; 0 takes the entry away. */
export function EditCansForm(props: CansFormProps & EditedEntry) {
  const { record, onKnown, onClose, vendingMachine, machineName, brand, product } = props;
  const form = useRecordForm<Cans, Edited, z.output<typeof Editing>>({
    record,
    onKnown,
    schema: Editing,
    valuesOf: (cans) => ({ cans: countAt(cans, vendingMachine, product), reason: "" }),
    labels,
    save: async (change) => {
      const edited = await saveCans(record, { vendingMachine, brand, product }, change);
      if (edited.is === "saved") onClose();
      return edited;
    },
  });
  const whyNot = useWhyNotOwn(record._id, "cans");
  return (
    <Form form={form} action="Save cans" editing label={`Cans of ${brand} at ${machineName}`} plain whyNot={whyNot}>
      <CansHead title={`${brand} at ${machineName}`} onClose={onClose} />
      <NumberField {...form.field("cans")} />
      <TextField {...form.field("reason")} maxLength={300} hint="Is kept with the change" />
    </Form>
  );
}

/** A first entry of a brand at a machine, made by hand. */
export function AddCansForm({ record, onKnown, onClose }: CansFormProps) {
  const machines = useAtomValue(machinesAtom);
  const products = useAtomValue(orderedProductsAtom);
  const machineOptions = useMemo(
    () =>
      byName(machines.data ?? [], ({ name }) => name).map(({ _id, name, vendingMachineId }) => ({
        value: _id,
        label: `${name} (${vendingMachineId})`,
      })),
    [machines.data],
  );
  const brandOptions = useMemo(
    () =>
      (products.data ?? [])
        .filter(({ productType }) => productType === "product")
        .map(({ _id, brand }) => ({ value: _id, label: brand })),
    [products.data],
  );
  const form = useAddingForm<Cans, Added, z.output<typeof Adding>>({
    schema: Adding,
    blank,
    labels,
    rules: ({ vendingMachine, brand }) =>
      vendingMachine && brand && countAt(record, vendingMachine, brand) > 0
        ? { brand: "has cans at this machine already: change them in the list" }
        : {},
    add: ({ vendingMachine, brand: product, ...change }) => {
      const brand = brandOptions.find(({ value }) => value === product)?.label ?? product;
      return saveCans(record, { vendingMachine, brand, product }, change);
    },
    onAdded: (cans) => {
      onKnown(cans);
      onClose();
    },
  });
  const whyNot = useWhyNotOwn(record._id, "cans");
  return (
    <Form form={form} action="Add cans" label="Add cans" plain whyNot={whyNot}>
      <CansHead title="Add cans" onClose={onClose} />
      <SelectField
        {...form.field("vendingMachine")}
        options={machineOptions}
        loading={machines.state === "loading"}
        placeholder="Choose a vending machine"
      />
      <SelectField
        {...form.field("brand")}
        options={brandOptions}
        loading={products.state === "loading"}
        placeholder="Choose a brand"
      />
      <NumberField {...form.field("cans")} />
      <TextField {...form.field("reason")} maxLength={300} hint="Is kept with the change" />
    </Form>
  );
}

import { useMemo } from "react";
import { countAt } from "#shared/cans/cans.rules.ts";
import { CanCount, type Cans } from "#shared/cans/cans.schema.ts";
import { line, orNothing } from "#shared/http/fields.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useAddingForm, useRecordForm } from "../../recipes/use-record-form.ts";
import { MachineSearchField } from "../../records/MachineSearchField.tsx";
import { machinesAtom, manyMachinesAtom } from "../../records/machines.atoms.ts";
import { useWhyNotOwn } from "../../records/own-actions.ts";
import { orderedProductsAtom } from "../../records/products.atoms.ts";
import { useApprovalRequest } from "../../records/use-approval-request.tsx";
import { useAtomValue } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { byName } from "../../ui/find-by-words.ts";
import { choicesOf } from "../../ui/form/choices.ts";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOf, fieldsOfNew, required } from "../../ui/form/fields.ts";
import type { Binding } from "../../ui/form/form-types.ts";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { ReasonField, reason } from "../../ui/form/ReasonField.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { cansChange, saveCans } from "./cans-edit.ts";

const counted = { cans: { label: "Cans", is: orNothing(CanCount), blank: null }, reason };
const editedFields = fieldsOf(counted);
const addedFields = fieldsOfNew({
  vendingMachine: { label: "Vending Machine", is: required(line(64)), blank: null },
  /** The product's id. */
  brand: { label: "Brand", is: required(line(100)), blank: null },
  ...counted,
});

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

/** The requested change, applied to what is shown. */
const requestedFor = (
  record: Cans,
  entry: Parameters<typeof saveCans>[1],
  change: { cans: number; reason: string },
) => ({
  ...cansChange(record, countAt(record, entry.vendingMachine, entry.product), entry, change),
  rev: record.rev,
});

interface EditedEntry {
  vendingMachine: string;
  machineName: string;
  brand: string;
  product: string;
}

/** Sets how many cans of one brand stand at one machine for this user; 0 takes the entry away. */
export function EditCansForm(props: CansFormProps & EditedEntry) {
  const { record, onKnown, onClose, vendingMachine, machineName, brand, product } = props;
  const { orRequest, dialog, words } = useApprovalRequest("cans", record);
  const form = useRecordForm({
    ...editedFields,
    record,
    onKnown,
    valuesOf: (cans) => editedFields.valuesOf({ cans: countAt(cans, vendingMachine, product), reason: "" }),
    save: async (change) => {
      const entry = { vendingMachine, brand, product };
      const edited = await orRequest(requestedFor(record, entry, change), () => saveCans(record, entry, change));
      if (edited.is === "saved") onClose();
      return edited;
    },
  });
  const whyNot = useWhyNotOwn(record._id, "cans");
  const { action, why } = words("Save cans");
  return (
    <>
      {dialog}
      <Form form={form} action={action} label={`Cans of ${brand} at ${machineName}`} plain whyNot={whyNot}>
        <CansHead title={`${brand} at ${machineName}`} onClose={onClose} />
        <NumberField {...form.field("cans")} />
        <ReasonField {...form.field("reason")} />
        {why && <p className="muted">{why}.</p>}
      </Form>
    </>
  );
}

const inOrder = (all: readonly Machine[]) =>
  byName(all, ({ name }) => name).map(({ _id, name, vendingMachineId }) => ({
    value: _id,
    label: `${name} (${vendingMachineId})`,
  }));

function OneOfFew(binding: Binding<string | null>) {
  const known = useAtomValue(machinesAtom);
  // Thousands are not put in order with each key that is typed below.
  const machines = useMemo(() => choicesOf(known, inOrder), [known]);
  return <SelectField {...binding} {...machines} placeholder="Choose a vending machine" />;
}

/** Any machine; in a large network it is searched for. */
const OneMachine = (binding: Binding<string | null>) =>
  useAtomValue(manyMachinesAtom) > 0 ? <MachineSearchField {...binding} /> : <OneOfFew {...binding} />;

/** A first entry of a brand at a machine, made by hand. */
export function AddCansForm({ record, onKnown, onClose }: CansFormProps) {
  const brands = choicesOf(useAtomValue(orderedProductsAtom), (all) =>
    all.filter(({ productType }) => productType === "product").map(({ _id, brand }) => ({ value: _id, label: brand })),
  );
  const { orRequest, dialog, words } = useApprovalRequest("cans", record);
  const form = useAddingForm({
    ...addedFields,
    rules: ({ vendingMachine, brand }) =>
      vendingMachine && brand && countAt(record, vendingMachine, brand) > 0
        ? { brand: "has cans at this machine already: change them in the list" }
        : {},
    add: ({ vendingMachine, brand: product, ...change }) => {
      const brand = brands.options.find(({ value }) => value === product)?.label ?? product;
      const entry = { vendingMachine, brand, product };
      return orRequest(requestedFor(record, entry, change), () => saveCans(record, entry, change));
    },
    onAdded: (cans) => {
      onKnown(cans);
      onClose();
    },
  });
  const whyNot = useWhyNotOwn(record._id, "cans");
  const { action, why } = words("Add cans");
  return (
    <>
      {dialog}
      <Form form={form} action={action} label="Add cans" plain whyNot={whyNot}>
        <CansHead title="Add cans" onClose={onClose} />
        <OneMachine {...form.field("vendingMachine")} />
        <SelectField {...form.field("brand")} {...brands} placeholder="Choose a brand" />
        <NumberField {...form.field("cans")} />
        <ReasonField {...form.field("reason")} />
        {why && <p className="muted">{why}.</p>}
      </Form>
    </>
  );
}

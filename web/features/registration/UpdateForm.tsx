import * as z from "zod";
import { NewRegistration, type RegisteredUnit } from "#shared/registration/registration.schema.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOf } from "../../ui/form/fields.ts";
import { SwitchField } from "../../ui/form/SwitchField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { MachineSelect } from "./MachineSelect.tsx";
import { changeUnit } from "./registration.atoms.ts";

const fields = fieldsOf({
  vendingMachine: { label: "Vending Machine", is: NewRegistration.shape.vendingMachine.nullable() },
  name: { label: "Name", is: NewRegistration.shape.name },
  authorised: { label: "Authorized", is: z.boolean() },
});

/** Name, machine and permission of a registered unit; true to what others change meanwhile. */
export function UpdateForm(shown: Shown<RegisteredUnit>) {
  const { _id, vendingMachine, vendingMachineId } = shown.record;
  const own = vendingMachine ? { _id: vendingMachine, vendingMachineId } : undefined;
  const form = useRecordForm({
    ...fields,
    ...shown,
    show: { vendingMachine: (id) => (id === vendingMachine ? vendingMachineId : id ? "another machine" : "none") },
    save: (change, madeOn) => changeUnit({ ...madeOn, change: { _id, ...change } }),
    taken: () => ({ vendingMachine: "has a control unit already" }),
  });
  return (
    <Card title="Registration">
      <Form form={form} label="Registration">
        <MachineSelect {...form.field("vendingMachine")} own={own} />
        <TextField {...form.field("name")} />
        <SwitchField
          {...form.field("authorised")}
          hint="An unauthorized unit is disconnected at once and refused from then on"
        />
      </Form>
    </Card>
  );
}

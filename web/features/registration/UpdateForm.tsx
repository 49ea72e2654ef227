import { useMemo } from "react";
import * as z from "zod";
import { NewRegistration, type RegisteredUnit } from "#shared/registration/registration.schema.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { SwitchField } from "../../ui/form/SwitchField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { MachineSelect } from "./MachineSelect.tsx";
import { changeUnitAtom } from "./registration.atoms.ts";

const labels = { vendingMachine: "Vending Machine", name: "Name", authorised: "Authorized" };
const schema = z.strictObject({
  vendingMachine: NewRegistration.shape.vendingMachine.nullable(),
  name: NewRegistration.shape.name,
  authorised: z.boolean(),
});
type Registered = z.infer<typeof schema>;
const registeredOf = ({ vendingMachine, name, authorised }: RegisteredUnit): Registered => ({
  vendingMachine,
  name,
  authorised,
});

/** Name, machine and permission of a registered unit; true to what others change meanwhile. */
export function UpdateForm({ record: unit, onKnown }: Shown<RegisteredUnit>) {
  const change = useSetAtom(changeUnitAtom);
  const { _id, vendingMachine, vendingMachineId } = unit;
  const own = useMemo(
    () => (vendingMachine ? { _id: vendingMachine, vendingMachineId } : undefined),
    [vendingMachine, vendingMachineId],
  );
  const form = useRecordForm<RegisteredUnit, Registered, Registered>({
    record: unit,
    onKnown,
    schema,
    valuesOf: registeredOf,
    labels,
    show: { vendingMachine: (id) => (id === vendingMachine ? vendingMachineId : id ? "another machine" : "none") },
    save: ({ vendingMachine: machine, ...fields }, madeOn) =>
      change({ ...madeOn, change: { _id, ...fields, ...(machine ? { vendingMachine: machine } : {}) } }),
    taken: () => ({ vendingMachine: "has a control unit already" }),
  });
  return (
    <Card title="Registration">
      <Form form={form} action="Save changes" editing label="Registration">
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

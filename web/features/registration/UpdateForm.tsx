import { useMemo } from "react";
import * as z from "zod";
import { NewRegistration, type RegisteredUnit } from "#shared/registration/registration.schema.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { SwitchField } from "../../ui/form/SwitchField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { useForm } from "../../ui/form/use-form.ts";
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

interface UpdateFormProps {
  unit: RegisteredUnit;
  onKnown: (unit: RegisteredUnit) => void;
}

/** Name, machine and permission of a registered unit; true to what others change meanwhile. */
export function UpdateForm({ unit, onKnown }: UpdateFormProps) {
  const change = useSetAtom(changeUnitAtom);
  const { _id, vendingMachine, vendingMachineId } = unit;
  const own = useMemo(
    () => (vendingMachine ? { _id: vendingMachine, vendingMachineId } : undefined),
    [vendingMachine, vendingMachineId],
  );
  const form = useForm<Registered, Registered>({
    schema,
    initial: registeredOf(unit),
    version: unit.rev,
    labels,
    show: { vendingMachine: (id) => (id === vendingMachine ? vendingMachineId : id ? "another machine" : "none") },
    submit: async ({ vendingMachine: machine, ...fields }, rev) => {
      const outcome = await change({ _id, ...fields, ...(machine ? { vendingMachine: machine } : {}), rev });
      if (outcome.is === "refused") {
        return { state: "refused", errors: outcome.taken ? { vendingMachine: "has a control unit already" } : {} };
      }
      onKnown(outcome.unit);
      const { rev: latest } = outcome.unit;
      if (outcome.is === "stale") return { state: "conflict", theirs: registeredOf(outcome.unit), version: latest };
      return { state: "saved", values: registeredOf(outcome.unit), version: latest };
    },
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

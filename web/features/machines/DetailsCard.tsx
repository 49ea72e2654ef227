import * as z from "zod";
import { type Machine, NewMachine } from "#shared/machines/machine.schema.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { Card, Facts } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOf } from "../../ui/form/fields.ts";
import { SwitchField } from "../../ui/form/SwitchField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { Id } from "../../ui/Id.tsx";
import { saveMachine } from "./save-machine.ts";

const fields = fieldsOf({
  name: { label: "Name", is: NewMachine.shape.name },
  location: { label: "Location", is: NewMachine.shape.location },
  active: { label: "Active", is: z.boolean() },
});

/** Name, location and whether the machine sells; its id and its profile's name are only read here. */
export function DetailsCard(shown: Shown<Machine>) {
  const { vendingMachineId, profileName, region } = shown.record;
  const form = useRecordForm({ ...fields, ...shown, save: saveMachine });
  return (
    <Card title="Details">
      <Facts
        of={[
          ["Vending Machine Id", <Id key="id" value={vendingMachineId} label="vending machine id" whole />],
          ["Profile Name", profileName],
          ["Region", region],
        ]}
      />
      <Form form={form} label="Details">
        <TextField {...form.field("name")} />
        <TextField {...form.field("location")} />
        <SwitchField
          {...form.field("active")}
          hint="A deactive machine sells nothing; operators can still command it"
        />
      </Form>
    </Card>
  );
}

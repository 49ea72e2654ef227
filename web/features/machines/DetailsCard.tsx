import { type Machine, MachineChange } from "#shared/machines/machine.schema.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { Card, Facts } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { SwitchField } from "../../ui/form/SwitchField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { Id } from "../../ui/Id.tsx";
import { saveMachine } from "./save-machine.ts";

const labels = { name: "Name", location: "Location", active: "Active" };
const schema = MachineChange.pick({ name: true, location: true, active: true }).required();
type Details = Pick<Machine, "name" | "location" | "active">;
const detailsOf = ({ name, location, active }: Machine): Details => ({ name, location, active });

/** Name, location and whether the machine sells; its id and its profile's name are only read here. */
export function DetailsCard({ record: machine, onKnown }: Shown<Machine>) {
  const form = useRecordForm<Machine, Details, Details>({
    record: machine,
    onKnown,
    schema,
    valuesOf: detailsOf,
    labels,
    save: (details, madeOn) => saveMachine(machine._id, details, madeOn),
  });
  return (
    <Card title="Details">
      <Facts
        of={[
          ["Vending Machine Id", <Id key="id" value={machine.vendingMachineId} label="vending machine id" whole />],
          ["Profile Name", machine.profileName],
          ["Region", machine.region],
        ]}
      />
      <Form form={form} action="Save changes" editing label="Details">
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

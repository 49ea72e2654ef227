import { addMachine } from "#shared/machines/machine.api.ts";
import { NewMachine } from "#shared/machines/machine.schema.ts";
import { paths } from "../../app/paths.ts";
import { saveNew } from "../../http/save-edit.ts";
import { useAddingForm, useToPageOf } from "../../recipes/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOfNew, required } from "../../ui/form/fields.ts";
import { TextField } from "../../ui/form/TextField.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { ProfileSelect } from "./ProfileSelect.tsx";

const { name, vendingMachineId, location, profile } = NewMachine.shape;
const fields = fieldsOfNew({
  name: { label: "Name", is: name, blank: "" },
  vendingMachineId: { label: "Vending Machine Id", is: vendingMachineId, blank: "" },
  location: { label: "Location", is: location, blank: "" },
  profile: { label: "Product Profile", is: required(profile), blank: null },
});

/** Adds a machine to the network (specification: Add Vending Machine): all four are required. */
export function Component() {
  const form = useAddingForm({
    ...fields,
    add: (body) => saveNew(addMachine, { body }, ({ data }) => data),
    onAdded: useToPageOf("machine"),
    taken: () => ({ vendingMachineId: "is registered already" }),
  });
  return (
    <>
      <PageHead title="Add Vending Machine" line="Its control unit is registered afterwards" />
      <div className="one-column">
        <Card>
          <Form form={form} action="Add Vending Machine" cancelTo={paths.home}>
            <TextField {...form.field("name")} autoFocus placeholder="For example CUSAT Library" />
            <TextField
              {...form.field("vendingMachineId")}
              placeholder="For example KOC-KLM-07"
              hint="Printed beneath the QR code; it cannot be changed later"
            />
            <TextField {...form.field("location")} placeholder="For example University library foyer, CUSAT" />
            <ProfileSelect {...form.field("profile")} />
          </Form>
        </Card>
      </div>
    </>
  );
}

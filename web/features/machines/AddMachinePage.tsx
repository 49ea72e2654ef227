import { useNavigate } from "react-router-dom";
import { addMachine } from "#shared/machines/machine.api.ts";
import { NewMachine } from "#shared/machines/machine.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { saveNew } from "../../http/save-edit.ts";
import { useAddingForm } from "../../recipes/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { ProfileSelect } from "./ProfileSelect.tsx";

const labels = {
  name: "Name",
  vendingMachineId: "Vending Machine Id",
  location: "Location",
  profile: "Product Profile",
};
const blank = { name: "", vendingMachineId: "", location: "", profile: null as string | null };

/** Adds a machine to the network (specification section 2): all four are required. */
export function Component() {
  const navigate = useNavigate();
  const form = useAddingForm({
    schema: NewMachine,
    blank,
    labels,
    add: (body) => saveNew(addMachine, { body }, (reply) => reply.data),
    taken: () => ({ vendingMachineId: "is registered already" }),
    onAdded: ({ _id }) => void navigate(pathTo("machine", { id: _id })),
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

import { type Machine, MachineChange } from "#shared/machines/machine.schema.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Card, Facts } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { SwitchField } from "../../ui/form/SwitchField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Id } from "../../ui/Id.tsx";
import { changeMachineAtom } from "./machines.atoms.ts";

const labels = { name: "Name", location: "Location", active: "Active" };
const schema = MachineChange.pick({ name: true, location: true, active: true }).required();
type Details = Pick<Machine, "name" | "location" | "active">;
const detailsOf = ({ name, location, active }: Machine): Details => ({ name, location, active });

interface DetailsCardProps {
  machine: Machine;
  /** What a reply says is shown at once, before its news comes. */
  onKnown: (machine: Machine) => void;
}

/** Name, location and whether the machine sells; its id and its profile's name are only read here. */
export function DetailsCard({ machine, onKnown }: DetailsCardProps) {
  const change = useSetAtom(changeMachineAtom);
  const form = useForm<Details, Details>({
    schema,
    initial: detailsOf(machine),
    version: machine.rev,
    labels,
    submit: async (details, rev) => {
      const outcome = await change({ id: machine._id, change: { ...details, rev } });
      if (outcome.is === "refused") return { state: "refused" };
      onKnown(outcome.machine);
      const { rev: version } = outcome.machine;
      if (outcome.is === "stale") return { state: "conflict", theirs: detailsOf(outcome.machine), version };
      return { state: "saved", values: detailsOf(outcome.machine), version };
    },
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

import { AddContainers, type Container } from "#shared/containers/container.schema.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { addSome } from "./containers.atoms.ts";

const labels = { containers: "Containers to add" };
/** The count is not zero (specification: Checks of forms). */
const schema = AddContainers.pick({ containers: true });
const blank = { containers: null as number | null };

interface AddContainersFormProps {
  machineId: string;
  count: number;
  onAdded: (containers: Container[]) => void;
}

/** The field Max containers: adds this many containers, on the machine's lowest free locks. */
export function AddContainersForm({ machineId, count, onAdded }: AddContainersFormProps) {
  const form = useForm({
    schema,
    initial: blank,
    labels,
    submit: async ({ containers }) => {
      const all = await addSome({ vendingMachine: machineId, containers });
      if (!all) return { is: "refused" };
      onAdded(all);
      return { is: "saved", values: blank };
    },
  });
  return (
    <Card title="Max containers">
      <Form form={form} action="Add containers" plain label="Max containers">
        <NumberField
          {...form.field("containers")}
          hint={count === 0 ? "This vending machine has none yet" : `This vending machine has ${count} now`}
        />
      </Form>
    </Card>
  );
}

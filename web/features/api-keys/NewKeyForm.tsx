import { NewApiKey } from "#shared/api-keys/api-key.schema.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOfNew } from "../../ui/form/fields.ts";
import { TextField } from "../../ui/form/TextField.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { addApiKeyAtom, type FreshKey } from "./api-keys.atoms.ts";

const { schema, labels, blank } = fieldsOfNew({ name: { label: "Name", is: NewApiKey.shape.name, blank: "" } });

/** Makes a key; its page shows it once. */
export function NewKeyForm({ onMade }: { onMade: (fresh: FreshKey) => void }) {
  const add = useSetAtom(addApiKeyAtom);
  const form = useForm({
    schema,
    labels,
    initial: blank,
    submit: async ({ name }) => {
      const fresh = await add(name);
      if (!fresh) return { is: "failed" };
      onMade(fresh);
      return { is: "saved", values: blank };
    },
  });
  return (
    <Card title="New key">
      <Form form={form} action="Create API key" label="New key" editing>
        <TextField {...form.field("name")} hint="Who is to use it: the audit names it with each order" />
      </Form>
    </Card>
  );
}

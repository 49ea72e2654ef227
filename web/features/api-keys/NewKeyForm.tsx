import { apiKeyDays, IntakeScope, NewApiKey } from "#shared/api-keys/api-key.schema.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { Card } from "../../ui/Card.tsx";
import { countText } from "../../ui/count-text.ts";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOfNew } from "../../ui/form/fields.ts";
import { MultiSelectField } from "../../ui/form/MultiSelectField.tsx";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { addApiKeyAtom, apiKeysAtom, type FreshKey } from "./api-keys.atoms.ts";
import { scopeWords } from "./scope-words.ts";

const { name, replaces, days, scopes } = NewApiKey.shape;
const { schema, labels, blank } = fieldsOfNew({
  name: { label: "Name", is: name, blank: "" },
  replaces: { label: "Replaces", is: replaces.unwrap(), blank: null },
  days: { label: "Days", is: days.unwrap(), blank: apiKeyDays },
  scopes: { label: "May call", is: scopes.unwrap(), blank: [...IntakeScope.options] },
});
const calls = IntakeScope.options.map((value) => ({ value, label: scopeWords[value] }));

/** Makes a key; its page shows it once. */
export function NewKeyForm({ onMade }: { onMade: (fresh: FreshKey) => void }) {
  const add = useSetAtom(addApiKeyAtom);
  const { data: keys = [] } = useAtomValue(apiKeysAtom);
  const others = keys.map((key) => ({ value: key._id, label: key.endedAt ? `${key.name} (ended)` : key.name }));
  const form = useForm({
    schema,
    labels,
    initial: blank,
    submit: async (wanted) => {
      const fresh = await add(wanted);
      if (!fresh) return { is: "failed" };
      onMade(fresh);
      return { is: "saved", values: blank };
    },
  });
  return (
    <Card title="New key">
      <Form form={form} action="Create API key" label="New key" editing>
        <TextField {...form.field("name")} hint="The app that uses it: the audit shows this name with each order" />
        <SelectField
          {...form.field("replaces")}
          options={others}
          placeholder="No key: a new app"
          emptyText="There is no key yet"
          clearable
          hint="For the same app: it may repeat its earlier calls with the new key"
        />
        <NumberField {...form.field("days")} hint="Days until the key expires; empty for a key without an end" />
        <MultiSelectField
          {...form.field("scopes")}
          options={calls}
          placeholder="Choose calls"
          summary={(count) => countText(count, "call")}
          hint="Other calls are refused"
        />
      </Form>
    </Card>
  );
}

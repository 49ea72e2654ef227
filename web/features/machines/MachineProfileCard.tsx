import { type Machine, NewMachine } from "#shared/machines/machine.schema.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { profilesAtom } from "../../records/profiles.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOf, required } from "../../ui/form/fields.ts";
import { ProfileSelect } from "./ProfileSelect.tsx";
import { saveMachine } from "./save-machine.ts";

const fields = fieldsOf({ profile: { label: "Product Profile", is: required(NewMachine.shape.profile) } });

/** Update Product Profile: what the machine sells, and for how much. */
export function MachineProfileCard(shown: Shown<Machine>) {
  const profiles = useAtomValue(profilesAtom).data ?? [];
  const nameOf = (id: string | null) => profiles.find(({ _id }) => _id === id)?.name ?? id ?? "none";
  const form = useRecordForm({
    ...fields,
    ...shown,
    show: { profile: nameOf },
    save: ({ profile }, madeOn) => saveMachine({ profile, profileName: nameOf(profile) }, madeOn),
  });
  return (
    <Card title="Product profile">
      <Form form={form} action="Update Product Profile" plain label="Product profile">
        <ProfileSelect {...form.field("profile")} quietLabel hint="What the machine sells, and for how much" />
      </Form>
    </Card>
  );
}

import { type Machine, MachineChange } from "#shared/machines/machine.schema.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { profilesAtom } from "../../records/profiles.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { ProfileSelect } from "./ProfileSelect.tsx";
import { saveMachine } from "./save-machine.ts";

const labels = { profile: "Product Profile" };
const schema = MachineChange.pick({ profile: true }).required();
interface Chosen {
  profile: string | null;
}
const profileOf = ({ profile }: Machine): Chosen => ({ profile });

/** Update Product Profile: what the machine sells, and for how much. */
export function MachineProfileCard({ record: machine, onKnown }: Shown<Machine>) {
  const profiles = useAtomValue(profilesAtom).data ?? [];
  const nameOf = (id: string | null) => profiles.find(({ _id }) => _id === id)?.name ?? id ?? "none";
  const form = useRecordForm<Machine, Chosen, { profile: string }>({
    record: machine,
    onKnown,
    schema,
    valuesOf: profileOf,
    labels,
    show: { profile: nameOf },
    save: ({ profile }, madeOn) => saveMachine(machine._id, { profile, profileName: nameOf(profile) }, madeOn),
  });
  return (
    <Card title="Product profile">
      <Form form={form} action="Update Product Profile" editing plain label="Product profile">
        <ProfileSelect {...form.field("profile")} quietLabel hint="What the machine sells, and for how much" />
      </Form>
    </Card>
  );
}

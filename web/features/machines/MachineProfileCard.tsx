import { type Machine, MachineChange } from "#shared/machines/machine.schema.ts";
import { profilesAtom } from "../../records/profiles.atoms.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { changeMachineAtom } from "./machines.atoms.ts";
import { ProfileSelect } from "./ProfileSelect.tsx";

const labels = { profile: "Product Profile" };
const schema = MachineChange.pick({ profile: true }).required();
interface Chosen {
  profile: string | null;
}
const profileOf = ({ profile }: Machine): Chosen => ({ profile });

/** Update Product Profile: what the machine sells, and for how much. */
export function MachineProfileCard({ machine, onKnown }: { machine: Machine; onKnown: (machine: Machine) => void }) {
  const change = useSetAtom(changeMachineAtom);
  const profiles = useAtomValue(profilesAtom).data ?? [];
  const nameOf = (id: string | null) => profiles.find(({ _id }) => _id === id)?.name ?? id ?? "none";
  const form = useForm<Chosen, { profile: string }>({
    schema,
    initial: profileOf(machine),
    version: machine.rev,
    labels,
    show: { profile: nameOf },
    submit: async ({ profile }, rev) => {
      const outcome = await change({ id: machine._id, change: { profile, profileName: nameOf(profile), rev } });
      if (outcome.is === "refused") return { state: "refused" };
      onKnown(outcome.machine);
      const { rev: version } = outcome.machine;
      if (outcome.is === "stale") return { state: "conflict", theirs: profileOf(outcome.machine), version };
      return { state: "saved", values: profileOf(outcome.machine), version };
    },
  });
  return (
    <Card title="Product profile">
      <Form form={form} action="Update Product Profile" editing plain label="Product profile">
        <ProfileSelect {...form.field("profile")} quietLabel hint="What the machine sells, and for how much" />
      </Form>
    </Card>
  );
}

import { profilesAtom } from "../../records/profiles.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { choicesOf } from "../../ui/form/choices.ts";
import type { Binding } from "../../ui/form/form-types.ts";
import { SelectField } from "../../ui/form/SelectField.tsx";

/** The product profile selector; what it offers follows the profiles. */
export function ProfileSelect(props: Binding<string | null> & { quietLabel?: boolean; hint?: string }) {
  const choices = choicesOf(
    useAtomValue(profilesAtom),
    (profiles) => profiles.map(({ _id, name }) => ({ value: _id, label: name })),
    "There is no product profile yet",
  );
  return <SelectField {...props} {...choices} placeholder="Choose a product profile" />;
}

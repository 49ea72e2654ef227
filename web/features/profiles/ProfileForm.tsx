import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Form } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { ProfileFields } from "./ProfileFields.tsx";
import { depositName, invalidDeposit, labels, ProfileValues, termsOf, valuesOf } from "./profile-values.ts";
import { changeProfileAtom } from "./profiles.atoms.ts";

interface ProfileFormProps {
  profile: ProductProfile;
  /** What a reply says is shown at once, before its news comes. */
  onKnown: (profile: ProductProfile) => void;
}

const isSame = (a: ProfileValues, b: ProfileValues): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Edits a profile's terms; true to what others change meanwhile. */
export function ProfileForm({ profile, onKnown }: ProfileFormProps) {
  const change = useSetAtom(changeProfileAtom);
  const alert = useSetAtom(addAlertAtom);
  const form = useForm({
    schema: ProfileValues,
    initial: valuesOf(profile),
    version: profile.rev,
    labels,
    show: { gst: (gst) => `${gst ?? 0} %`, deposit: depositName },
    submit: async (values, rev = profile.rev) => {
      const terms = termsOf(values);
      if (!terms) {
        alert({ kind: "danger", text: invalidDeposit });
        return { state: "refused", errors: { deposit: invalidDeposit } };
      }
      const edited = await change({
        id: profile._id,
        rev,
        change: terms,
        isUntouched: (present) => isSame(valuesOf(present), valuesOf(profile)),
      });
      if (edited.is === "refused") return { state: "refused", errors: edited.taken ? { name: edited.error } : {} };
      onKnown(edited.record);
      const { rev: version } = edited.record;
      if (edited.is === "stale") return { state: "conflict", theirs: valuesOf(edited.record), version };
      return { state: "saved", values: valuesOf(edited.record), version };
    },
  });
  return (
    <Form form={form} action="Save changes" editing label="Profile">
      <ProfileFields form={form} />
    </Form>
  );
}

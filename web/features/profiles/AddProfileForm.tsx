import { useNavigate } from "react-router-dom";
import { paths, pathTo } from "../../app/paths.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Form } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { ProfileFields } from "./ProfileFields.tsx";
import { blank, invalidDeposit, labels, ProfileValues, termsOf } from "./profile-values.ts";
import { addProfileAtom } from "./profiles.atoms.ts";

/** Adds a profile; its page then takes the brands. */
export function AddProfileForm() {
  const navigate = useNavigate();
  const add = useSetAtom(addProfileAtom);
  const alert = useSetAtom(addAlertAtom);
  const form = useForm({
    schema: ProfileValues,
    initial: blank,
    labels,
    submit: async (values) => {
      const terms = termsOf(values);
      if (!terms) {
        alert({ kind: "danger", text: invalidDeposit });
        return { state: "refused", errors: { deposit: invalidDeposit } };
      }
      const { added, taken } = await add(terms);
      if (!added) return { state: "refused", errors: taken ? { name: taken } : {} };
      void navigate(pathTo("profile", { id: added._id }));
      return { state: "saved" };
    },
  });
  return (
    <Form form={form} action="Add profile" cancelTo={paths.profiles}>
      <ProfileFields form={form} isNew />
    </Form>
  );
}

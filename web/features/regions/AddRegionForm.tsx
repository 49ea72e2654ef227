import { useNavigate } from "react-router-dom";
import { NewRegion } from "#shared/regions/region.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Form } from "../../ui/form/Form.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { addRegionAtom } from "./regions.atoms.ts";

const labels = { region: "Name" };

/** Adds a region; its page then takes the profiles. */
export function AddRegionForm() {
  const navigate = useNavigate();
  const add = useSetAtom(addRegionAtom);
  const form = useForm({
    schema: NewRegion,
    initial: { region: "" },
    labels,
    submit: async ({ region }) => {
      const { added, taken } = await add(region);
      if (!added) return { state: "refused", errors: taken ? { region: taken } : {} };
      void navigate(pathTo("region", { id: added._id }));
      return { state: "saved" };
    },
  });
  return (
    <Form form={form} action="Add region" cancelTo={paths.regions}>
      <TextField {...form.field("region")} autoFocus />
    </Form>
  );
}

import { useNavigate } from "react-router-dom";
import "./regions.css";
import { addRegion } from "#shared/regions/region.api.ts";
import { regionRecord } from "#shared/regions/region.record.ts";
import { NewRegion } from "#shared/regions/region.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { saveNew } from "../../http/save-edit.ts";
import { RecordPage } from "../../recipes/RecordPage.tsx";
import { useAddingForm } from "../../recipes/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { countText } from "../../ui/count-text.ts";
import { Form } from "../../ui/form/Form.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { RegionForm } from "./RegionForm.tsx";
import { regionAtomOf } from "./regions.atoms.ts";

/** Adds a region; its page then takes the profiles. */
function AddRegionForm() {
  const navigate = useNavigate();
  const form = useAddingForm({
    schema: NewRegion,
    blank: { region: "" },
    labels: { region: "Name" },
    add: (body) => saveNew(addRegion, { body }, (reply) => reply.region),
    taken: (error) => ({ region: error }),
    onAdded: ({ _id }) => void navigate(pathTo("region", { id: _id })),
  });
  return (
    <Form form={form} action="Add region" cancelTo={paths.regions}>
      <TextField {...form.field("region")} autoFocus />
    </Form>
  );
}

const adding = { title: "Add New Region", line: "Its profiles are chosen once it is added", form: <AddRegionForm /> };

/** The region form (specification section 2): a name for a new region, profiles for one that exists. */
export function Component() {
  return (
    <RecordPage atomOf={regionAtomOf} of={regionRecord} back={{ to: paths.regions, words: "Regions" }} adding={adding}>
      {({ record, onKnown }) => (
        <>
          <PageHead
            title={record.region}
            line={record.profiles.length === 0 ? "No profiles" : countText(record.profiles.length, "profile")}
          />
          <Card>
            <RegionForm record={record} onKnown={onKnown} />
          </Card>
        </>
      )}
    </RecordPage>
  );
}

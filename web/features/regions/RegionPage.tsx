import "./regions.css";
import { regionRecord } from "#shared/regions/region.record.ts";
import type { Region } from "#shared/regions/region.schema.ts";
import { paths } from "../../app/paths.ts";
import { RecordPage } from "../../recipes/RecordPage.tsx";
import { Card } from "../../ui/Card.tsx";
import { countText } from "../../ui/count-text.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { AddRegionForm, RegionForm } from "./RegionForms.tsx";
import { regionAtomOf } from "./regions.atoms.ts";

const back = { to: paths.regions, words: "Regions" };
const adding = { title: "Add New Region", line: "Its profiles are chosen once it is added", form: <AddRegionForm /> };
const lineOf = ({ profiles: { length } }: Region) => (length === 0 ? "No profiles" : countText(length, "profile"));

/** The region form (specification section 2): a name for a new region, profiles for one that exists. */
export function Component() {
  return (
    <RecordPage atomOf={regionAtomOf} of={regionRecord} back={back} adding={adding}>
      {(shown) => (
        <>
          <PageHead title={shown.record.region} line={lineOf(shown.record)} />
          <Card>
            <RegionForm {...shown} />
          </Card>
        </>
      )}
    </RecordPage>
  );
}

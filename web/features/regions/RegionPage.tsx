import "./regions.css";
import * as z from "zod";
import { OfflineAfter } from "#shared/machines/machine.schema.ts";
import { addRegion, changeRegionProfiles } from "#shared/regions/region.api.ts";
import { regionRecord } from "#shared/regions/region.record.ts";
import { NewRegion, type Region } from "#shared/regions/region.schema.ts";
import { paths } from "../../app/paths.ts";
import { addBy, saveBy } from "../../http/save-edit.ts";
import { RecordPage, type Shown } from "../../recipes/RecordPage.tsx";
import { useAddingForm, useRecordForm, useToPageOf } from "../../recipes/use-record-form.ts";
import { ChangesLink } from "../../records/ChangesLink.tsx";
import { profilesAtom } from "../../records/profiles.atoms.ts";
import { regionAtomOf, regionsAtom } from "../../records/regions.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { Card } from "../../ui/Card.tsx";
import { countText } from "../../ui/count-text.ts";
import { byName } from "../../ui/find-by-words.ts";
import { choicesOf } from "../../ui/form/choices.ts";
import { Form } from "../../ui/form/Form.tsx";
import { fieldsOf, fieldsOfNew } from "../../ui/form/fields.ts";
import { MultiSelectField } from "../../ui/form/MultiSelectField.tsx";
import { NumberField } from "../../ui/form/NumberField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { RegionMachines } from "./RegionMachines.tsx";
import { RegionWork } from "./RegionWork.tsx";

const newFields = fieldsOfNew({ region: { label: "Name", is: NewRegion.shape.region, blank: "" } });

/** Adds a region; its page then takes the profiles. */
function AddRegionForm() {
  const form = useAddingForm({
    ...newFields,
    add: addBy(addRegion, regionRecord),
    onAdded: useToPageOf("region"),
    taken: (error) => ({ region: error }),
  });
  return (
    <Form form={form} action="Add region" cancelTo={paths.regions}>
      <TextField {...form.field("region")} autoFocus />
    </Form>
  );
}

/** All profiles, with the other region of each: a profile belongs to one region at most. */
function useProfileChoices({ _id: own, profiles }: Region) {
  const load = useAtomValue(profilesAtom);
  const others = (useAtomValue(regionsAtom).data ?? []).filter(({ _id }) => _id !== own);
  const holder = new Map(
    others.flatMap(({ region, profiles: held }) => held.map(({ profile }) => [profile, `in ${region}`] as const)),
  );
  // Its own stand there before the profiles are loaded.
  const known = load.data ?? profiles.map(({ profile, name }) => ({ _id: profile, name }));
  const options = byName(known, ({ name }) => name).map(({ _id, name }) => ({
    value: _id,
    label: name,
    detail: holder.get(_id),
  }));
  return { ...choicesOf(load, () => options, "There is no profile yet"), options };
}

const fields = fieldsOf({
  profiles: { label: "Profiles", is: z.array(z.string()) },
  offlineAfterMinutes: { label: "Offline after (minutes)", is: OfflineAfter },
});
const saveProfiles = saveBy(changeRegionProfiles, regionRecord);

/** Says which profiles belong to a region; true to what others change meanwhile. */
function RegionForm(shown: Shown<Region>) {
  const choices = useProfileChoices(shown.record);
  const nameOf = (id: string): string => choices.options.find(({ value }) => value === id)?.label ?? id;
  const form = useRecordForm({
    ...fields,
    ...shown,
    // In one order, so that the same profiles chosen in another order are no change.
    valuesOf: ({ profiles, offlineAfterMinutes = null }: Region) => ({
      profiles: profiles.map(({ profile }) => profile).sort(),
      offlineAfterMinutes,
    }),
    show: { profiles: (ids) => ids.map(nameOf).join(", ") || "none" },
    save: ({ profiles, offlineAfterMinutes }, madeOn) => {
      const named = profiles.map((profile) => ({ profile, name: nameOf(profile) }));
      return saveProfiles({ region: shown.record.region, profiles: named, offlineAfterMinutes }, madeOn);
    },
    // It names the profile's region.
    taken: (error) => ({ profiles: error }),
  });
  return (
    <Form form={form} label="Profiles">
      <MultiSelectField
        {...form.field("profiles")}
        {...choices}
        onChange={(ids) => form.set("profiles", ids.toSorted())}
        placeholder="Choose profiles"
        summary={(count) => countText(count, "profile")}
        hint="A machine stands in the region that holds its profile; a profile belongs to one region at most"
      />
      <NumberField
        {...form.field("offlineAfterMinutes")}
        hint="For machines without a time of their own. Empty: 5. Longer silence raises an alarm"
      />
    </Form>
  );
}

const adding = { title: "Add New Region", line: "Its profiles are chosen once it is added", form: <AddRegionForm /> };
const lineOf = ({ profiles: { length } }: Region) => (length === 0 ? "No profiles" : countText(length, "profile"));

/** The region form (specification: Region): a name for a new region, profiles for one that exists. */
export function Component() {
  return (
    <RecordPage atomOf={regionAtomOf} of={regionRecord} back={{ to: paths.regions, words: "Regions" }} adding={adding}>
      {(shown) => (
        <>
          <PageHead
            title={shown.record.region}
            line={lineOf(shown.record)}
            action={<ChangesLink record={shown.record._id} />}
          />
          <div className="columns">
            <div className="column">
              <Card>
                <RegionForm {...shown} />
              </Card>
              <RegionWork region={shown.record} />
            </div>
            <RegionMachines region={shown.record} />
          </div>
        </>
      )}
    </RecordPage>
  );
}

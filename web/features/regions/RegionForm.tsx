import { useMemo } from "react";
import * as z from "zod";
import { changeRegionProfiles } from "#shared/regions/region.api.ts";
import { regionRecord } from "#shared/regions/region.record.ts";
import type { Region } from "#shared/regions/region.schema.ts";
import { saveById } from "../../http/save-edit.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useRecordForm } from "../../recipes/use-record-form.ts";
import { profilesAtom } from "../../records/profiles.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { byName } from "../../ui/find-by-words.ts";
import { Form } from "../../ui/form/Form.tsx";
import { type DetailedOption, MultiSelectField } from "../../ui/form/MultiSelectField.tsx";
import { regionsAtom } from "./regions.atoms.ts";

const schema = z.strictObject({ profiles: z.array(z.string()) });
type RegionValues = z.infer<typeof schema>;
/** In one order, so that the same profiles chosen in another order are no change. */
const inOrder = (ids: readonly string[]): string[] => ids.toSorted();
const valuesOf = ({ profiles }: Region): RegionValues => ({
  profiles: inOrder(profiles.map(({ profile }) => profile)),
});

/** All profiles, with the other region that holds each: a profile belongs to one region at most. */
function useProfileOptions(region: Region) {
  const load = useAtomValue(profilesAtom);
  const regions = useAtomValue(regionsAtom).data;
  const options = useMemo((): DetailedOption[] => {
    const holder = new Map<string, string>();
    for (const other of regions ?? []) {
      if (other._id !== region._id) for (const { profile } of other.profiles) holder.set(profile, other.region);
    }
    // Its own stand there before the profiles are loaded.
    const known = load.data ?? region.profiles.map(({ profile, name }) => ({ _id: profile, name }));
    return byName(known, ({ name }) => name).map(({ _id, name }) => {
      const other = holder.get(_id);
      return { value: _id, label: name, ...(other ? { detail: `in ${other}` } : {}) };
    });
  }, [load.data, regions, region]);
  return {
    options,
    isLoading: load.data === undefined && load.state === "loading",
    emptyText: load.state === "failed" ? load.error : "There is no profile yet",
  };
}

/** Says which profiles belong to a region; true to what others change meanwhile. */
export function RegionForm({ record, onKnown }: Shown<Region>) {
  const { options, isLoading, emptyText } = useProfileOptions(record);
  const nameOf = (id: string): string => options.find(({ value }) => value === id)?.label ?? id;
  const form = useRecordForm({
    record,
    onKnown,
    schema,
    valuesOf,
    labels: { profiles: "Profiles" },
    show: { profiles: (ids) => ids.map(nameOf).join(", ") || "none" },
    save: ({ profiles }, madeOn) =>
      saveById(
        record._id,
        { region: record.region, profiles: profiles.map((profile) => ({ profile, name: nameOf(profile) })) },
        { ...madeOn, endpoint: changeRegionProfiles, record: regionRecord },
      ),
    // It names the region that holds the profile.
    taken: (error) => ({ profiles: error }),
  });
  const { onChange, ...binding } = form.field("profiles");
  return (
    <Form form={form} action="Save changes" editing label="Profiles">
      <MultiSelectField
        {...binding}
        onChange={(ids) => onChange(inOrder(ids))}
        options={options}
        loading={isLoading}
        placeholder="Choose profiles"
        emptyText={emptyText}
        summary={(count) => `${count} profile${count === 1 ? "" : "s"}`}
        hint="A machine stands in the region that holds its profile; a profile belongs to one region at most"
      />
    </Form>
  );
}

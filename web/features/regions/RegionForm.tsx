import { useMemo } from "react";
import * as z from "zod";
import type { Region } from "#shared/regions/region.schema.ts";
import { profilesAtom } from "../../records/profiles.atoms.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { byName } from "../../ui/find-by-words.ts";
import { Form } from "../../ui/form/Form.tsx";
import { type DetailedOption, MultiSelectField } from "../../ui/form/MultiSelectField.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { changeRegionAtom, regionsAtom } from "./regions.atoms.ts";

interface RegionFormProps {
  region: Region;
  /** What a reply says is shown at once, before its news comes. */
  onKnown: (region: Region) => void;
}

const labels = { profiles: "Profiles" };
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
export function RegionForm({ region, onKnown }: RegionFormProps) {
  const change = useSetAtom(changeRegionAtom);
  const { options, isLoading, emptyText } = useProfileOptions(region);
  const nameOf = (id: string): string => options.find(({ value }) => value === id)?.label ?? id;
  const form = useForm({
    schema,
    initial: valuesOf(region),
    version: region.rev,
    labels,
    show: { profiles: (ids) => ids.map(nameOf).join(", ") || "none" },
    submit: async ({ profiles }, rev = region.rev) => {
      const edited = await change({
        region,
        rev,
        profiles: profiles.map((profile) => ({ profile, name: nameOf(profile) })),
        isUntouched: (present) => valuesOf(present).profiles.join() === valuesOf(region).profiles.join(),
      });
      // The refusal names the region that holds the profile; it stays beneath the field.
      if (edited.is === "refused") return { state: "refused", errors: edited.taken ? { profiles: edited.error } : {} };
      onKnown(edited.record);
      const { rev: version } = edited.record;
      if (edited.is === "stale") return { state: "conflict", theirs: valuesOf(edited.record), version };
      return { state: "saved", values: valuesOf(edited.record), version };
    },
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

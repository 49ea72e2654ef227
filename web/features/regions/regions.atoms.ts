import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import { addRegion, changeRegionProfiles, listRegions, readRegion } from "#shared/regions/region.api.ts";
import { regionRecord } from "#shared/regions/region.record.ts";
import type { Region } from "#shared/regions/region.schema.ts";
import { call } from "../../http/call.ts";
import { type Edited, saveEdit } from "../../http/save-edit.ts";
import { listAtomOf, recordAtomOf } from "../../live/record-atoms.ts";
import { atom } from "../../state/jotai.ts";

/** The region with a profile's name as it is now; the same region when it does not hold the profile. */
const withName = (region: Region, { _id, name }: Pick<ProductProfile, "_id" | "name">): Region =>
  region.profiles.some((held) => held.profile === _id && held.name !== name)
    ? { ...region, profiles: region.profiles.map((held) => (held.profile === _id ? { ...held, name } : held)) }
    : region;

export const regionsAtom = listAtomOf(regionRecord, listRegions, {
  rooms: ["profiles"],
  handlers: { "profile.changed": (regions, profile) => regions.map((region) => withName(region, profile)) },
});

export const regionAtomOf = (id: string) =>
  recordAtomOf(regionRecord, readRegion, id, {
    rooms: ["profiles"],
    handlers: { "profile.changed": (known, profile) => known && withName(known, profile) },
  });

/** The added region, or the server's words where its name exists already; the alert has been shown. */
export const addRegionAtom = atom(null, async (_get, _set, region: string) => {
  const outcome = await call(addRegion, { body: { region } });
  if (outcome.is === "done") return { added: outcome.reply.region, taken: null };
  return { added: null, taken: outcome.is === "refused" && outcome.status === 409 ? outcome.error : null };
});

interface RegionEdit {
  region: Region;
  rev: number;
  profiles: Region["profiles"];
  isUntouched: (present: Region) => boolean;
}

export const changeRegionAtom = atom(
  null,
  (_get, _set, { region, rev, profiles, isUntouched }: RegionEdit): Promise<Edited<Region>> =>
    saveEdit({
      record: regionRecord,
      endpoint: changeRegionProfiles,
      input: (latest) => ({ params: { id: region._id }, body: { region: region.region, profiles, rev: latest } }),
      rev,
      isUntouched,
    }),
);

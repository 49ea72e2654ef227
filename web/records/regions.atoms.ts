import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import { listRegions, readRegion } from "#shared/regions/region.api.ts";
import { regionRecord } from "#shared/regions/region.record.ts";
import type { Region } from "#shared/regions/region.schema.ts";
import { listAtomOf, recordAtomOf } from "../live/record-atoms.ts";

/** The region with a profile's name as it is now; the same region when it does not have the profile. */
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

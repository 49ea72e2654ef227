import { listProfiles } from "#shared/profiles/profile.api.ts";
import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import { addRegion, changeRegionProfiles, listRegions, readRegion } from "#shared/regions/region.api.ts";
import { Region } from "#shared/regions/region.schema.ts";
import { call } from "../../http/call.ts";
import { type Edited, saveEdit } from "../../http/save-edit.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { isNewer, withoutRecord, withRecord } from "../../live/records.ts";
import { atom } from "../../state/jotai.ts";

/** The region with a profile's name as it is now; the same region when it does not hold the profile. */
const withName = (region: Region, { _id, name }: Pick<ProductProfile, "_id" | "name">): Region =>
  region.profiles.some((held) => held.profile === _id && held.name !== name)
    ? { ...region, profiles: region.profiles.map((held) => (held.profile === _id ? { ...held, name } : held)) }
    : region;

/** All regions, kept true while somebody looks. */
export const regionsAtom = liveAtom<Region[]>({
  rooms: ["regions", "profiles"],
  load: loadBy(listRegions, {}, (reply) => reply.regions),
  handlers: {
    "region.changed": withRecord,
    "region.removed": withoutRecord,
    "profile.changed": (regions, profile) => regions.map((region) => withName(region, profile)),
  },
});

/** The profiles that a region can hold. */
export const profilesAtom = liveAtom<ProductProfile[]>({
  rooms: ["profiles"],
  load: loadBy(listProfiles, {}, (reply) => reply.productProfiles),
  handlers: { "profile.changed": withRecord, "profile.removed": withoutRecord },
});

/** What is known now, with what was told: the newer of the two. */
export const newerRegion = (known: Region | null, told: Region): Region =>
  isNewer(known ?? undefined, told) ? told : (known ?? told);

/** One region; null once it was removed. */
export const regionAtomOf = (id: string) =>
  liveAtom<Region | null>({
    rooms: ["regions", "profiles"],
    load: loadBy(readRegion, { params: { id } }, (reply) => reply.region),
    handlers: {
      "region.changed": (known, told) => (told._id === id ? newerRegion(known, told) : known),
      "region.removed": (known, gone) => (gone._id === id ? null : known),
      "profile.changed": (known, profile) => known && withName(known, profile),
    },
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
      endpoint: changeRegionProfiles,
      input: (latest) => ({ params: { id: region._id }, body: { region: region.region, profiles, rev: latest } }),
      rev,
      recordIn: (reply) => reply.region,
      present: { name: "region", schema: Region },
      isUntouched,
    }),
);

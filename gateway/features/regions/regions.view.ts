import type { ObjectId } from "mongodb";
import type { RegionDocument } from "#shared/products/goods.document.server.ts";
import type { Region } from "#shared/regions/region.schema.ts";

export const regionView = (region: RegionDocument, names: { profileName(id: ObjectId): string }): Region => ({
  _id: region._id.toHexString(),
  region: region.region,
  profiles: region.profiles.map((id) => ({ profile: id.toHexString(), name: names.profileName(id) })),
  // Null where it was taken away, missing where it never was.
  offlineAfterMinutes: region.offlineAfterMinutes,
  rev: region.rev,
});

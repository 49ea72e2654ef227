import { record } from "../events/record.ts";
import { ProductProfile } from "./profile.schema.ts";

export const profileRecord = record({
  name: "profile",
  collection: "productProfiles",
  view: ProductProfile,
  key: "productProfile",
  listKey: "productProfiles",
  lists: ["profiles"],
  keepsBefore: false,
  words: { one: "product profile", many: "product profiles", removed: "This profile was removed" },
});

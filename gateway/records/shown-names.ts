import type { ObjectId } from "mongodb";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { eachOnce, readByIds } from "#shared/runtime/read-by-ids.ts";

/** Ids from records, each as often as it occurs. */
interface Wanted {
  people: ObjectId[];
  machines: ObjectId[];
  /** The profiles by which something was sold; without them, those that the machines have now. */
  profiles?: ObjectId[];
}

const nobody = { name: "", phone: "", email: "" };
/** The names that records are shown with, as they are now, each read once and in this snapshot. Empty for what is gone. */
export const readShownNames = async (
  { collections: { users, machines, productProfiles, regions } }: Pick<Mongo, "collections">,
  session: DbSession,
  wanted: Wanted,
) => {
  const personOf = await readByIds(users, session, wanted.people, ["name", "phone", "email"]);
  const machine = await readByIds(machines, session, wanted.machines, ["name", "profile"]);
  const ids = eachOnce(wanted.profiles ?? wanted.machines.flatMap((id) => machine(id)?.profile ?? []));
  const profileOf = await readByIds(productProfiles, session, ids, ["name"]);
  // The second condition is always true of a match; it lets MongoDB use the partial index.
  const around = await regions.find({ profiles: { $in: ids }, "profiles.0": { $exists: true } }, { session }).toArray();
  const region = new Map(around.flatMap((one) => one.profiles.map((id) => [id.toHexString(), one.region] as const)));
  return {
    userOf: (id: ObjectId) => personOf(id) ?? nobody,
    operatorName: (id: ObjectId) => personOf(id)?.name ?? "",
    machine,
    profileName: (id: ObjectId) => profileOf(id)?.name ?? "",
    regionOf: (id: ObjectId) => region.get(id.toHexString()) ?? "",
  };
};

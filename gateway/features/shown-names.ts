import type { ObjectId } from "mongodb";
import type { MachineDocument } from "#shared/runtime/documents/machines.ts";
import type { UserDocument } from "#shared/runtime/documents/people.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";

/** Ids as records hold them, each as often as it stands there. */
interface Wanted {
  people: ObjectId[];
  machines: ObjectId[];
  /** Of what was sold under them; those that the machines have now where none are given. */
  profiles?: ObjectId[];
}
type Person = Pick<UserDocument, "_id" | "name" | "phone" | "email">;
type Place = Pick<MachineDocument, "_id" | "name" | "profile">;

const nobody = { name: "", phone: "", email: "" };
const once = (ids: ObjectId[]) => [...new Map(ids.map((id) => [id.toHexString(), id])).values()];
const byId = <R extends { _id: ObjectId }>(records: R[]) => new Map(records.map((one) => [one._id.toHexString(), one]));

/** The names that records are shown with, as they are now, each read once and in this snapshot. Empty for what is gone. */
export const readShownNames = async (
  { collections: { users, machines, productProfiles, regions } }: Pick<Mongo, "collections">,
  session: DbSession,
  wanted: Wanted,
) => {
  const people = await users
    .find<Person>({ _id: { $in: once(wanted.people) } }, { session, projection: { name: 1, phone: 1, email: 1 } })
    .toArray();
  const places = await machines
    .find<Place>({ _id: { $in: once(wanted.machines) } }, { session, projection: { name: 1, profile: 1 } })
    .toArray();
  const ids = once(wanted.profiles ?? places.map(({ profile }) => profile));
  const profiles = await productProfiles.find({ _id: { $in: ids } }, { session, projection: { name: 1 } }).toArray();
  // The second condition is always true of a match; it lets MongoDB use the partial index.
  const around = await regions.find({ profiles: { $in: ids }, "profiles.0": { $exists: true } }, { session }).toArray();

  const [person, place, profile] = [byId(people), byId(places), byId(profiles)];
  const region = new Map(around.flatMap((one) => one.profiles.map((id) => [id.toHexString(), one.region] as const)));
  return {
    userOf: (id: ObjectId) => person.get(id.toHexString()) ?? nobody,
    operatorName: (id: ObjectId) => person.get(id.toHexString())?.name ?? "",
    machine: (id: ObjectId): Place | undefined => place.get(id.toHexString()),
    profileName: (id: ObjectId) => profile.get(id.toHexString())?.name ?? "",
    regionOf: (id: ObjectId) => region.get(id.toHexString()) ?? "",
  };
};

import type { ObjectId } from "mongodb";
import type { UserDocument } from "#shared/runtime/documents/people.ts";
import type { CanTransactionDocument } from "#shared/runtime/documents/transactions.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { type TransactionNames, transactionView } from "./transactions.view.ts";

type Parts = Pick<Mongo, "collections">;
type Shown = Pick<CanTransactionDocument, "user" | "machine" | "refundRequest">;

const nobody = { name: "", phone: "", email: "" };
const nowhere = { name: "", profileName: "", region: "" };
const once = (ids: ObjectId[]) => [...new Map(ids.map((id) => [id.toHexString(), id])).values()];

/** Every name that these are shown with, each read once: those of a machine as its profile and region are now. */
export const namesOf = async (
  { collections }: Parts,
  dbSession: DbSession,
  shown: Shown[],
): Promise<TransactionNames> => {
  const { users, machines, productProfiles, regions } = collections;
  const session = dbSession;
  const people = await users
    .find<Pick<UserDocument, "_id" | "name" | "phone" | "email">>(
      {
        _id: {
          $in: once(shown.flatMap(({ user, refundRequest }) => [user, ...(refundRequest ? [refundRequest.by] : [])])),
        },
      },
      { session, projection: { name: 1, phone: 1, email: 1 } },
    )
    .toArray();
  const places = await machines
    .find({ _id: { $in: once(shown.map(({ machine }) => machine)) } }, { session, projection: { name: 1, profile: 1 } })
    .toArray();
  const ids = once(places.map(({ profile }) => profile));
  const profiles = await productProfiles.find({ _id: { $in: ids } }, { session, projection: { name: 1 } }).toArray();
  // The second condition is always true of a match; it lets MongoDB use the partial index.
  const around = await regions.find({ profiles: { $in: ids }, "profiles.0": { $exists: true } }, { session }).toArray();

  const person = new Map(people.map((one) => [one._id.toHexString(), one]));
  const profileName = new Map(profiles.map(({ _id, name }) => [_id.toHexString(), name]));
  const region = new Map(around.flatMap((one) => one.profiles.map((id) => [id.toHexString(), one.region] as const)));
  const place = new Map(
    places.map(({ _id, name, profile }) => {
      const of = profile.toHexString();
      return [_id.toHexString(), { name, profileName: profileName.get(of) ?? "", region: region.get(of) ?? "" }];
    }),
  );
  return {
    userOf: (id) => person.get(id.toHexString()) ?? nobody,
    operatorName: (id) => person.get(id.toHexString())?.name ?? "",
    machineOf: (id) => place.get(id.toHexString()) ?? nowhere,
  };
};

/** Transactions as the wire carries them, for whoever answers some: their names are read in the same snapshot. */
export const showTransactions = async (
  mongo: Parts,
  dbSession: DbSession,
  found: CanTransactionDocument[],
): Promise<CanTransaction[]> => {
  const names = await namesOf(mongo, dbSession, found);
  return found.map((can) => transactionView(can, names));
};

/** One of them, likewise. */
export const showTransaction = async (
  mongo: Parts,
  dbSession: DbSession,
  can: CanTransactionDocument,
): Promise<CanTransaction> => transactionView(can, await namesOf(mongo, dbSession, [can]));

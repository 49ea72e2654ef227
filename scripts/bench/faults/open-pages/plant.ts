import { ObjectId } from "mongodb";
import { scopesOf } from "#shared/cans/can-scopes.server.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import {
  aBrandEntry,
  aContainer,
  aMachine,
  aProduct,
  aProfile,
  aRegion,
  aUser,
} from "#shared/runtime/testing/stored-records.ts";
import { noDeposit } from "#shared/users/open-accounts.server.ts";

const customers = 4;
const locks = 8;
const cansEach = 60;

/**
 * Containers with three brands, customers who have bought cans of each, two profiles and two regions. `idle` machines
 * more, at which nothing happens.
 */
export const plantShop = async ({ collections }: Mongo, idle: number) => {
  const products = Array.from({ length: 4 }, () => aProduct());
  const machines = await collections.machines.find().toArray();
  await collections.products.insertMany(products);
  const brands = products.map((product, at) => aBrandEntry(product, at + 1));
  await collections.productProfiles.updateMany({}, { $set: { brands } });
  const profile = aProfile({ brands: brands.map((entry) => ({ ...entry, _id: new ObjectId() })) });
  await collections.productProfiles.insertOne(profile);
  await collections.regions.insertMany([aRegion(), aRegion()]);
  const users = Array.from({ length: customers }, (_, nth) =>
    aUser({ role: "customer", phone: `${9_100_000_000 + nth}`, needDeposit: nth % 2 === 0 }),
  );
  await collections.users.insertMany(users);
  const current = machines.flatMap((machine) =>
    products.slice(0, 3).map(({ _id, brand }) => ({ machine: machine._id, product: _id, brand, totalCans: cansEach })),
  );
  const at = Date.now();
  const counted = { cansLimit: 0, openedCans: 0, openedDay: null, rev: 0 };
  const totalCans = current.length * cansEach;
  const postedAt = new Date(at + current.length);
  await collections.cans.insertMany(users.map(({ _id }) => ({ _id, totalCans, current, postedAt, ...counted })));
  await collections.deposits.insertMany(users.map(({ _id }) => ({ ...noDeposit, _id, depositBought: 200 })));
  await collections.canLedger.insertMany(
    users.flatMap(({ _id: user }) =>
      current.map(({ machine, product, brand }, nth) => ({
        _id: new ObjectId(),
        at: new Date(at + nth),
        user,
        machine,
        product,
        brand,
        credit: cansEach,
        debit: 0,
        userTotal: (nth + 1) * cansEach,
        ref: { kind: "system" as const, id: null },
        message: "",
        scopes: scopesOf({ user, machine, product }),
      })),
    ),
  );
  const productAt = (nth: number) => products[nth % 3]?._id ?? null;
  await collections.containers.insertMany(
    machines.flatMap((machine) =>
      Array.from({ length: locks }, (_, lock) =>
        aContainer(machine, lock + 1, { product: productAt(lock), isEmpty: lock % 4 === 3 }),
      ),
    ),
  );
  const others = Array.from({ length: idle }, () => aMachine({ profile: profile._id }));
  if (idle > 0) {
    await collections.machines.insertMany(others);
    const held = others.map((machine, nth) =>
      aContainer(machine, 1, { product: productAt(nth), isEmpty: nth % 7 === 0 }),
    );
    await collections.containers.insertMany(held);
  }
  return { machines: machines.map(({ _id }) => _id), products, users };
};

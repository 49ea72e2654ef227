import type { ObjectId } from "mongodb";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { operatorRoles } from "#shared/users/user.rules.ts";
import type { ChangeFeed } from "../parts.ts";

/** What views show and records do not contain: names beside an id, and the day. */
export interface Names {
  /** The present day of TIME_ZONE, yyyy-mm-dd. */
  today(): string;
  profileName(profile: ObjectId): string;
  regionOf(profile: ObjectId): string;
  brandOf(product: ObjectId): string;
  operatorName(user: ObjectId): string;
}

/**
 * Profiles, regions, products and operators are few: their names are kept here and followed by the same stream, in its
 * order, so that a view of a changed machine, container or order needs no further read. Customers are many: their
 * records are published with ids alone.
 */
export const followNames = async (
  feed: ChangeFeed,
  { collections }: Pick<Mongo, "collections">,
  today: () => string,
) => {
  const profiles = new Map<string, string>();
  const brands = new Map<string, string>();
  const regions = new Map<string, { region: string; profiles: string[] }>();
  const operators = new Map<string, string>();

  const load = async () => {
    const [allProfiles, allRegions, allProducts, allOperators] = await Promise.all([
      collections.productProfiles.find({}, { projection: { name: 1 } }).toArray(),
      collections.regions.find().toArray(),
      collections.products.find({}, { projection: { brand: 1 } }).toArray(),
      collections.users.find({ role: { $in: operatorRoles } }, { projection: { name: 1 } }).toArray(),
    ]);
    profiles.clear();
    regions.clear();
    brands.clear();
    operators.clear();
    for (const { _id, name } of allOperators) operators.set(_id.toHexString(), name);
    for (const { _id, brand } of allProducts) brands.set(_id.toHexString(), brand);
    for (const { _id, name } of allProfiles) profiles.set(_id.toHexString(), name);
    for (const { _id, region, profiles: ids } of allRegions) {
      regions.set(_id.toHexString(), { region, profiles: ids.map((id) => id.toHexString()) });
    }
  };

  feed.on("productProfiles", ({ id, after }) => {
    if (after) profiles.set(id.toHexString(), after.name);
    else profiles.delete(id.toHexString());
  });
  feed.on("products", ({ id, after }) => {
    if (after) brands.set(id.toHexString(), after.brand);
    else brands.delete(id.toHexString());
  });
  feed.on("regions", ({ id, after }) => {
    const key = id.toHexString();
    if (after) regions.set(key, { region: after.region, profiles: after.profiles.map((one) => one.toHexString()) });
    else regions.delete(key);
  });
  feed.on("users", ({ id, after }) => {
    if (after && after.role !== "customer") operators.set(id.toHexString(), after.name);
    else operators.delete(id.toHexString());
  });
  feed.onGap(load);
  await load();

  const names: Names = {
    today,
    operatorName: (user) => operators.get(user.toHexString()) ?? "",
    brandOf: (product) => brands.get(product.toHexString()) ?? "",
    profileName: (profile) => profiles.get(profile.toHexString()) ?? "",
    regionOf: (profile) => {
      const wanted = profile.toHexString();
      return [...regions.values()].find((region) => region.profiles.includes(wanted))?.region ?? "";
    },
  };
  return names;
};

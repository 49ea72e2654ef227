import type { Collection, OptionalUnlessRequiredId } from "mongodb";
import type { ContainerDocument, MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { ProductDocument, ProfileDocument, RegionDocument } from "#shared/products/goods.document.server.ts";
import type { RegistrationRequestDocument, UnitDocument } from "#shared/registration/unit.document.server.ts";
import { createSecrets } from "#shared/runtime/secrets.ts";
import {
  aContainer,
  aMachine,
  aProduct,
  aProfile,
  aRegion,
  aRequest,
  aUnit,
} from "#shared/runtime/testing/stored-records.ts";
import { until } from "#shared/testing/eventually.ts";
import type { GatewayParts } from "../parts.ts";

type Stores = Pick<GatewayParts, "mongo">;

const stored = async <D extends object>(collection: Collection<D>, document: D): Promise<D> => {
  await collection.insertOne(document as OptionalUnlessRequiredId<D>);
  return document;
};

export const addProfile = ({ mongo }: Stores, options?: Partial<ProfileDocument>): Promise<ProfileDocument> =>
  stored(mongo.collections.productProfiles, aProfile(options));

export const addMachine = ({ mongo }: Stores, options?: Partial<MachineDocument>): Promise<MachineDocument> =>
  stored(mongo.collections.machines, aMachine(options));

export const addRequest = (
  { mongo }: Stores,
  options?: Partial<RegistrationRequestDocument>,
): Promise<RegistrationRequestDocument> => stored(mongo.collections.registrationRequests, aRequest(options));

export const addProduct = ({ mongo }: Stores, options?: Partial<ProductDocument>): Promise<ProductDocument> =>
  stored(mongo.collections.products, aProduct(options));

export const addRegion = ({ mongo }: Stores, options?: Partial<RegionDocument>): Promise<RegionDocument> =>
  stored(mongo.collections.regions, aRegion(options));

export const addContainer = (
  { mongo }: Stores,
  machine: Pick<MachineDocument, "_id">,
  channel: number,
  options?: Partial<ContainerDocument>,
): Promise<ContainerDocument> => stored(mongo.collections.containers, aContainer(machine, channel, options));

/** A registered, authorised unit and the secret that it signs in with. */
export const addUnit = async (
  { mongo, config }: Pick<GatewayParts, "mongo" | "config">,
  machine: MachineDocument | null,
  options: Partial<UnitDocument> = {},
): Promise<UnitDocument & { secret: string }> => {
  const secrets = createSecrets(config.JWT_SECRET);
  const secret = secrets.newSecret();
  const unit = await stored(mongo.collections.units, aUnit(machine, { secretHash: secrets.hash(secret), ...options }));
  return { ...unit, secret };
};

/**
 * Resolves when the keepers of the stock have heard every earlier change and Redis has the result. The stock may be
 * right earlier, computed for another change, and is written and published once more for its own. Changes are heard in
 * their order: once a later one was heard, all of them were.
 */
export const stockSettled = async (parts: Pick<GatewayParts, "mongo" | "redis" | "keys">): Promise<void> => {
  const { redis, keys } = parts;
  // The start computes all stocks once, whoever was added meanwhile.
  await until("all stocks", async () => {
    const loaded = await Promise.all(keys.allStockLoaded.map((key) => redis.exists(key)));
    return loaded.every(Boolean);
  });
  const last = await addMachine(parts);
  await until("the stock of the last machine", () => redis.exists(keys.stock(`${last._id}`)));
};

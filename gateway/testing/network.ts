import type { Collection, OptionalUnlessRequiredId } from "mongodb";
import type { ProductDocument, ProfileDocument, RegionDocument } from "#shared/runtime/documents/goods.ts";
import type { ContainerDocument, MachineDocument } from "#shared/runtime/documents/machines.ts";
import type { RegistrationRequestDocument, UnitDocument } from "#shared/runtime/documents/units.ts";
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
import type { GatewayParts } from "../parts.ts";

type Stores = Pick<GatewayParts, "mongo">;

const stored = async <D extends object>(collection: Collection<D>, document: D): Promise<D> => {
  await collection.insertOne(document as OptionalUnlessRequiredId<D>);
  return document;
};

export const addProfile = ({ mongo }: Stores, wishes?: Partial<ProfileDocument>): Promise<ProfileDocument> =>
  stored(mongo.collections.productProfiles, aProfile(wishes));

export const addMachine = ({ mongo }: Stores, wishes?: Partial<MachineDocument>): Promise<MachineDocument> =>
  stored(mongo.collections.machines, aMachine(wishes));

export const addRequest = (
  { mongo }: Stores,
  wishes?: Partial<RegistrationRequestDocument>,
): Promise<RegistrationRequestDocument> => stored(mongo.collections.registrationRequests, aRequest(wishes));

export const addProduct = ({ mongo }: Stores, wishes?: Partial<ProductDocument>): Promise<ProductDocument> =>
  stored(mongo.collections.products, aProduct(wishes));

export const addRegion = ({ mongo }: Stores, wishes?: Partial<RegionDocument>): Promise<RegionDocument> =>
  stored(mongo.collections.regions, aRegion(wishes));

export const addContainer = (
  { mongo }: Stores,
  machine: Pick<MachineDocument, "_id">,
  channel: number,
  wishes?: Partial<ContainerDocument>,
): Promise<ContainerDocument> => stored(mongo.collections.containers, aContainer(machine, channel, wishes));

/** A registered, authorised unit and the secret that it signs in with. */
export const addUnit = async (
  { mongo, config }: Pick<GatewayParts, "mongo" | "config">,
  machine: MachineDocument | null,
  wishes: Partial<UnitDocument> = {},
): Promise<UnitDocument & { secret: string }> => {
  const secrets = createSecrets(config.JWT_SECRET);
  const secret = secrets.newSecret();
  const unit = await stored(mongo.collections.units, aUnit(machine, { secretHash: secrets.hash(secret), ...wishes }));
  return { ...unit, secret };
};

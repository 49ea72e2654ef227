import { ObjectId } from "mongodb";
import type {
  BrandEntryDocument,
  ContainerDocument,
  MachineDocument,
  ProductDocument,
  ProfileDocument,
  RegistrationRequestDocument,
  UnitDocument,
} from "#shared/runtime/documents.ts";
import { createSecrets } from "#shared/runtime/secrets.ts";
import type { GatewayParts } from "../parts.ts";

type Stores = Pick<GatewayParts, "mongo">;

let next = 0;
/** A short word that no other record of this test file has. */
export const word = (kind: string): string => {
  next += 1;
  return `${kind}-${next}`;
};

export const addProfile = async (
  { mongo }: Stores,
  wishes: Partial<ProfileDocument> = {},
): Promise<ProfileDocument> => {
  const profile: ProfileDocument = {
    _id: new ObjectId(),
    name: word("Profile"),
    gst: 18,
    cansLimit: 0,
    deposit: false,
    depositCount: 0,
    brands: [],
    rev: 0,
    ...wishes,
  };
  await mongo.collections.productProfiles.insertOne(profile);
  return profile;
};

export const addMachine = async (
  { mongo }: Stores,
  wishes: Partial<MachineDocument> = {},
): Promise<MachineDocument> => {
  const vendingMachineId = word("VM");
  const machine: MachineDocument = {
    _id: new ObjectId(),
    name: `Machine ${vendingMachineId}`,
    vendingMachineId,
    location: "Concourse",
    active: true,
    qrCode: `${vendingMachineId}-image.png`,
    profile: new ObjectId(),
    createdAt: new Date(),
    rev: 0,
    ...wishes,
  };
  await mongo.collections.machines.insertOne(machine);
  return machine;
};

export const addRequest = async (
  { mongo }: Stores,
  wishes: Partial<RegistrationRequestDocument> = {},
): Promise<RegistrationRequestDocument> => {
  const request: RegistrationRequestDocument = {
    _id: new ObjectId(),
    serialNumber: word("CU"),
    version: "1.0.0",
    dateTime: new Date(),
    requestedAt: new Date(),
    ...wishes,
  };
  await mongo.collections.registrationRequests.insertOne(request);
  return request;
};

/** A registered, authorised unit and the secret that it signs in with. */
export const addUnit = async (
  { mongo, config }: Pick<GatewayParts, "mongo" | "config">,
  machine: MachineDocument | null,
  wishes: Partial<UnitDocument> = {},
): Promise<UnitDocument & { secret: string }> => {
  const secrets = createSecrets(config.JWT_SECRET);
  const secret = secrets.newSecret();
  const unit: UnitDocument = {
    _id: new ObjectId(),
    serialNumber: word("CU"),
    name: "Unit",
    version: "1.0.0",
    registeredAt: new Date(),
    authorised: true,
    machine: machine?._id ?? null,
    vendingMachineId: machine?.vendingMachineId ?? "",
    secretHash: secrets.hash(secret),
    sealedSecret: null,
    rev: 0,
    ...wishes,
  };
  await mongo.collections.units.insertOne(unit);
  return { ...unit, secret };
};

export const addProduct = async (
  { mongo }: Stores,
  wishes: Partial<ProductDocument> = {},
): Promise<ProductDocument> => {
  const product: ProductDocument = {
    _id: new ObjectId(),
    brand: word("Brand"),
    tagline: "",
    description: "",
    productType: "product",
    image: "",
    price: 4_000,
    rev: 0,
    ...wishes,
  };
  await mongo.collections.products.insertOne(product);
  return product;
};

/** A profile's entry for a product, sold by the unit and by the bundle at its own price. */
export const entryOf = (product: ProductDocument, priority = 1): BrandEntryDocument => {
  const block = {
    active: true,
    discountPrice: product.price,
    minPurchase: 1,
    maxPurchase: 6,
    incrementBy: 1,
    priority,
  };
  const { _id, brand, productType, price } = product;
  return { _id: new ObjectId(), product: _id, brand, productType, price, bundle: block, unit: block };
};

/** A container on its machine's channel; working, free, empty and without a product unless the test wishes otherwise. */
export const containerOf = (
  machine: Pick<MachineDocument, "_id">,
  channel: number,
  wishes: Partial<ContainerDocument> = {},
): ContainerDocument => ({
  _id: new ObjectId(),
  machine: machine._id,
  channel,
  label: String(channel),
  isWorking: true,
  isReserved: false,
  reservedUntil: null,
  reservedAt: null,
  reservation: null,
  isEmpty: true,
  product: null,
  stockedOn: wishes.isEmpty === false ? new Date() : null,
  stockedBy: null,
  rev: 0,
  ...wishes,
});

export const addContainer = async (
  { mongo }: Stores,
  machine: Pick<MachineDocument, "_id">,
  channel: number,
  wishes: Partial<ContainerDocument> = {},
): Promise<ContainerDocument> => {
  const container = containerOf(machine, channel, wishes);
  await mongo.collections.containers.insertOne(container);
  return container;
};

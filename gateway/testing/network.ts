import { ObjectId } from "mongodb";
import type {
  MachineDocument,
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

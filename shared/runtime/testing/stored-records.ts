import { ObjectId } from "mongodb";
import type { AccountDeletionDocument } from "../../account-deletion/account-deletion.document.server.ts";
import { scopesOf } from "../../cans/can-scopes.server.ts";
import type { ContainerDocument, MachineDocument } from "../../machines/machine.document.server.ts";
import type {
  BrandEntryDocument,
  ProductDocument,
  ProfileDocument,
  RegionDocument,
} from "../../products/goods.document.server.ts";
import type { RegistrationRequestDocument, UnitDocument } from "../../registration/unit.document.server.ts";
import type { CanRowDocument, DepositRowDocument, PenaltyDocument } from "../../users/accounts.document.server.ts";
import type { UserDocument } from "../../users/people.document.server.ts";

/*
 * Stored documents as tests and benches need them: complete, plain, each distinct, and as a test says where it matters.
 * They store nothing.
 */

let count = 0;
/** A short text that no other record of this process has. */
export const word = (kind: string): string => {
  count += 1;
  return `${kind}-${count}`;
};

let phone = 6_000_000_000 + Math.floor(Math.random() * 3_000_000_000);

export const aUser = (options: Partial<UserDocument> = {}): UserDocument => {
  phone += 1;
  return {
    _id: new ObjectId(),
    phone: String(phone),
    name: "Test Person",
    email: "",
    role: "staff",
    suspend: false,
    needDeposit: false,
    needSecurityDeposit: false,
    password: null,
    createdAt: new Date(),
    rev: 0,
    ...options,
  };
};

/** Owed: neither paid nor canceled. */
export const aPenalty = (user: ObjectId, options: Partial<PenaltyDocument> = {}): PenaltyDocument => ({
  _id: new ObjectId(),
  user,
  amount: 1_000,
  quantity: 1,
  paid: false,
  canceled: false,
  message: "",
  createdAt: new Date(),
  updatedAt: new Date(),
  rev: 0,
  ...options,
});

/** A deposit of one slot, bought for ten rupees. */
export const aDepositRow = (user: ObjectId, options: Partial<DepositRowDocument> = {}): DepositRowDocument => ({
  _id: new ObjectId(),
  user,
  at: new Date(),
  deposit: 1_000,
  securityDeposit: 0,
  depositBought: 1,
  depositUsed: 0,
  freeDeposit: 0,
  by: { kind: "system", id: null },
  reason: "",
  ...options,
});

/** A customer who waits for deletion. */
export const aDeletion = (user: ObjectId, options: Partial<AccountDeletionDocument> = {}): AccountDeletionDocument => ({
  _id: new ObjectId(),
  user,
  requestTime: new Date(),
  processedAt: null,
  processedBy: null,
  rev: 0,
  ...options,
});

/** One can credited by nobody in particular. */
export const aCanRow = (
  of: { user: ObjectId; machine: ObjectId; product: ObjectId },
  options: Partial<CanRowDocument> = {},
): CanRowDocument => ({
  _id: new ObjectId(),
  at: new Date(),
  user: of.user,
  machine: of.machine,
  product: of.product,
  brand: "Cola",
  credit: 1,
  debit: 0,
  userTotal: 1,
  ref: { kind: "system", id: null },
  message: "",
  scopes: scopesOf(of),
  ...options,
});

export const aMachine = (options: Partial<MachineDocument> = {}): MachineDocument => {
  const vendingMachineId = options.vendingMachineId ?? word("VM");
  return {
    _id: new ObjectId(),
    name: `Machine ${vendingMachineId}`,
    vendingMachineId,
    location: "Concourse",
    active: true,
    qrCode: `${vendingMachineId}-image.png`,
    profile: new ObjectId(),
    createdAt: new Date(),
    rev: 0,
    ...options,
  };
};

export const aRegion = (options: Partial<RegionDocument> = {}): RegionDocument => ({
  _id: new ObjectId(),
  region: word("Region"),
  profiles: [],
  rev: 0,
  ...options,
});

/** A registered, authorised unit, of this machine if there is one. No secret opens it. */
export const aUnit = (
  machine: Pick<MachineDocument, "_id" | "vendingMachineId"> | null,
  options: Partial<UnitDocument> = {},
): UnitDocument => ({
  _id: new ObjectId(),
  serialNumber: word("CU"),
  name: "Unit",
  version: "1.0.0",
  registeredAt: new Date(),
  authorised: true,
  machine: machine?._id ?? null,
  vendingMachineId: machine?.vendingMachineId ?? "",
  secretHash: "hash",
  sealedSecret: null,
  rev: 0,
  ...options,
});

export const aRequest = (options: Partial<RegistrationRequestDocument> = {}): RegistrationRequestDocument => ({
  _id: new ObjectId(),
  serialNumber: word("CU"),
  version: "1.0.0",
  dateTime: new Date(),
  requestedAt: new Date(),
  ...options,
});

export const aProfile = (options: Partial<ProfileDocument> = {}): ProfileDocument => ({
  _id: new ObjectId(),
  name: word("Profile"),
  gst: 18,
  cansLimit: 0,
  deposit: false,
  depositCount: 0,
  brands: [],
  rev: 0,
  ...options,
});

export const aProduct = (options: Partial<ProductDocument> = {}): ProductDocument => ({
  _id: new ObjectId(),
  brand: word("Brand"),
  tagline: "",
  description: "",
  productType: "product",
  image: "",
  price: 4_000,
  rev: 0,
  ...options,
});

/** A profile's entry for a product, sold by the unit and by the bundle at its own price. */
export const aBrandEntry = (product: ProductDocument, priority = 1): BrandEntryDocument => {
  const { _id, brand, productType, price } = product;
  const block = { active: true, discountPrice: price, minPurchase: 1, maxPurchase: 6, incrementBy: 1, priority };
  return { _id: new ObjectId(), product: _id, brand, productType, price, bundle: block, unit: block };
};

/** A container on its machine's channel; working, free, empty and without a product unless the test says otherwise. */
export const aContainer = (
  machine: Pick<MachineDocument, "_id">,
  channel: number,
  options: Partial<ContainerDocument> = {},
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
  stockedOn: options.isEmpty === false ? new Date() : null,
  stockedBy: null,
  rev: 0,
  ...options,
});

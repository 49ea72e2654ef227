import type { Container } from "../containers/container.schema.ts";
import type { LiveStatusRow } from "../live-status/live-status.schema.ts";
import type { Machine } from "../machines/machine.schema.ts";
import type { Penalty } from "../penalties/penalty.schema.ts";
import type { Product } from "../products/product.schema.ts";
import type { ProductProfile } from "../profiles/profile.schema.ts";
import type { Region } from "../regions/region.schema.ts";
import type { RegisteredUnit } from "../registration/registration.schema.ts";
import type { User } from "../users/user.schema.ts";

/*
 * Records as the wire carries them: complete, new and empty, and as a test says where it matters. Tests of screens show
 * them, tests of calls compare answers with them. What is stored stands in `shared/runtime/testing/stored-records.ts`.
 */

const at = "2026-11-01T10:00:00.000Z";

export const aShownRegion = (options: Partial<Region> = {}): Region => ({
  _id: "a".repeat(24),
  region: "Coast",
  profiles: [],
  rev: 0,
  ...options,
});

export const aShownProduct = (options: Partial<Product> = {}): Product => ({
  _id: "c".repeat(24),
  brand: "Kochi Cola",
  tagline: "",
  description: "",
  productType: "product",
  image: "",
  price: 0,
  rev: 0,
  ...options,
});

export const aShownProfile = (options: Partial<ProductProfile> = {}): ProductProfile => ({
  _id: "c".repeat(24),
  name: "Standard",
  gst: 0,
  cansLimit: 0,
  deposit: false,
  depositCount: 0,
  brands: [],
  rev: 0,
  ...options,
});

/** A machine that has no unit, so it was never heard. */
export const aShownMachine = (options: Partial<Machine> = {}): Machine => ({
  _id: "b".repeat(24),
  name: "Lobby",
  vendingMachineId: "AX-1",
  location: "Hall",
  active: true,
  qrCode: "q.png",
  profile: "c".repeat(24),
  profileName: "Standard",
  region: "",
  rev: 0,
  live: false,
  unit: null,
  lastSeenOnline: null,
  strength: null,
  clockOffsetSeconds: null,
  rattling: null,
  ...options,
});

/** A machine as live status lists it: Online, with a unit of the same number, and nobody wrote down when it was heard. */
export const aShownStatusRow = (number: number, options: Partial<LiveStatusRow> = {}): LiveStatusRow => ({
  _id: String(number).padStart(24, "0"),
  name: `Machine ${number}`,
  vendingMachineId: `VM-${number}`,
  status: "Online",
  lastSeenOnline: null,
  strength: null,
  serialNumber: `CU-${number}`,
  rattling: null,
  ...options,
});

/** An authorised unit without a key of its own. */
export const aShownUnit = (options: Partial<RegisteredUnit> = {}): RegisteredUnit => ({
  _id: "d".repeat(24),
  serialNumber: "CU-1",
  name: "Lobby unit",
  version: "2.4.1",
  time: at,
  authorised: true,
  vendingMachine: "b".repeat(24),
  vendingMachineId: "AX-1",
  fingerprint: null,
  other: null,
  rev: 0,
  ...options,
});

export const aShownUser = (options: Partial<User> = {}): User => ({
  _id: "e".repeat(24),
  name: "Asha Rao",
  role: "customer",
  phone: "9876543210",
  email: "",
  needDeposit: false,
  hasPenalty: false,
  needSecurityDeposit: false,
  suspend: false,
  createdAt: at,
  rev: 0,
  ...options,
});

/** Owed: neither paid nor canceled. */
export const aShownPenalty = (options: Partial<Penalty> = {}): Penalty => ({
  _id: "f".repeat(24),
  user: "e".repeat(24),
  amount: 10,
  quantity: 1,
  paid: false,
  canceled: false,
  message: "",
  createdAt: at,
  updatedAt: at,
  rev: 0,
  ...options,
});

/** A container that waits to be filled with Kochi Cola. */
export const aShownContainer = (label: string, options: Partial<Container> = {}): Container => ({
  _id: label.padStart(24, "0"),
  vendingMachine: "b".repeat(24),
  containerId: label,
  channel: Number(label),
  rev: 1,
  isWorking: true,
  isReserved: false,
  reservedUntil: null,
  isEmpty: true,
  isLocked: true,
  product: "c".repeat(24),
  brand: "Kochi Cola",
  stockedOn: null,
  ...options,
});

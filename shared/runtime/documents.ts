import type { ObjectId } from "mongodb";
import type { ProductType } from "../products/product.schema.ts";
import type { Role } from "../users/user.schema.ts";
import type { Keyed, SealedSecret } from "./unit-secrets.ts";

/** What is stored. Each collection names the room that writes it; fields that another room writes say so. */

/** Written by the gateway: operators and customers. */
export interface UserDocument {
  _id: ObjectId;
  phone: string;
  name: string;
  email: string;
  role: Role;
  suspend: boolean;
  needDeposit: boolean;
  needSecurityDeposit: boolean;
  /** scrypt, as `salt:hash` in base64url; null where the operator signs in by code only. */
  password: string | null;
  createdAt: Date;
  rev: number;
}

/** Written by the gateway. */
export interface MachineDocument {
  _id: ObjectId;
  name: string;
  /** The business id, printed and in the QR code; never changed, so other records may copy it. */
  vendingMachineId: string;
  location: string;
  active: boolean;
  qrCode: string;
  profile: ObjectId;
  createdAt: Date;
  rev: number;
}

/** Prices in paise. */
export interface SaleBlockDocument {
  active: boolean;
  discountPrice: number;
  minPurchase: number;
  maxPurchase: number;
  incrementBy: number;
  priority: number;
}
export interface BrandEntryDocument {
  _id: ObjectId;
  product: ObjectId;
  brand: string;
  productType: ProductType;
  price: number;
  bundle: SaleBlockDocument;
  unit: SaleBlockDocument;
}
/** Written by the gateway. */
export interface ProfileDocument {
  _id: ObjectId;
  name: string;
  gst: number;
  cansLimit: number;
  deposit: boolean;
  depositCount: number;
  brands: BrandEntryDocument[];
  rev: number;
}

/**
 * Written by the gateway. Whether its door is locked stands in `doors`, which machines write.
 * `stockedOn` is set while the container is full.
 */
export interface ContainerDocument {
  _id: ObjectId;
  machine: ObjectId;
  /** The lock's number at its machine, used on the wire; never changed. */
  channel: number;
  /** What operators see and edit. */
  label: string;
  isWorking: boolean;
  isReserved: boolean;
  /** A customer's reservation lapses; an operator's has no end. */
  reservedUntil: Date | null;
  /** When it was reserved. */
  reservedAt: Date | null;
  /** Names a customer's reservation, so that only its holder gives it back; null for an operator's. */
  reservation: ObjectId | null;
  isEmpty: boolean;
  product: ObjectId | null;
  stockedOn: Date | null;
  stockedBy: ObjectId | null;
  rev: number;
}

/** Written by the gateway. Price in paise. */
export interface ProductDocument {
  _id: ObjectId;
  brand: string;
  tagline: string;
  description: string;
  productType: ProductType;
  image: string;
  price: number;
  rev: number;
}

/** Written by the gateway. A profile is in at most one region. */
export interface RegionDocument {
  _id: ObjectId;
  region: string;
  profiles: ObjectId[];
  rev: number;
}

/** Written by the gateway; `sealedSecret` also by the workers, who forget it in time. A registered control unit. */
export interface UnitDocument extends Keyed {
  _id: ObjectId;
  serialNumber: string;
  name: string;
  version: string;
  registeredAt: Date;
  authorised: boolean;
  /** Null once its machine was given away. */
  machine: ObjectId | null;
  vendingMachineId: string;
  /** SHA-256 of 256 random bits: a slow hash would stop a storm of reconnects. */
  secretHash: string;
  sealedSecret: SealedSecret | null;
  rev: number;
}

/** Written by the gateway: a unit that asks to be registered. */
export interface RegistrationRequestDocument extends Keyed {
  _id: ObjectId;
  serialNumber: string;
  version: string;
  dateTime: Date;
  /** When it last asked. */
  requestedAt: Date;
  /** One of so many as may wait; missing in what was stored before there was a limit. */
  place?: number;
}

/** Written by the gateway once a minute per unit; no change stream follows it. */
export interface LastSeenDocument {
  _id: string;
  lastSeen: Date;
  strength: number | null;
  clockOffsetSeconds: number | null;
}

/** Written by the gateway: one lock of one unit, as the unit last said. */
export interface DoorDocument {
  /** `serial/channel`. */
  _id: string;
  serialNumber: string;
  channel: number;
  isLocked: boolean;
  receivedAt: Date;
  at: Date;
  /** When the connection that said so began: with `boot` and `seq` it orders what was said. */
  connectedAt: Date;
  boot: string;
  seq: number;
}

/** Time-series, kept 90 days; `meta` names machine and unit only. */
export interface HistoryDocument {
  receivedAt: Date;
  meta: { unit: string; machine: string | null };
}
/** Live updates, one a minute, and the answers to pings. */
export interface LiveHistoryDocument extends HistoryDocument {
  /** Missing in what was stored before pings were kept: a live update. */
  kind?: "live" | "ping";
  strength: number | null;
  version: string;
  uptime: number | null;
  /** Of a ping: from the command's way out to its answer. */
  roundTripMs?: number | null;
  at: Date;
}
export interface ConnectionHistoryDocument extends HistoryDocument {
  event: "connected" | "disconnected";
  /** Of a disconnect: the reason of the machine protocol's table, or 'left'. */
  why: string | null;
  connection: string;
  gateway: string;
}
export interface LockHistoryDocument extends HistoryDocument {
  channel: number;
  isLocked: boolean;
  at: Date;
  boot: string;
  seq: number;
}

/** Who changed what: written in the transaction of the change itself. */
export interface AuditDocument {
  _id: ObjectId;
  at: Date;
  actor: { kind: "operator" | "system"; id: ObjectId | null };
  /** Where the request came from. */
  from: string;
  verb: string;
  record: { collection: string; id: string };
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Written by the gateway: what a call with an Idempotency-Key has done, in the transaction of its effect. */
export interface IdempotencyKeyDocument {
  /** `actor:key`. */
  _id: string;
  /** SHA-256 of the call and what it was given. */
  fingerprint: string;
  /** The reply without its envelope, as JSON. */
  reply: string;
  createdAt: Date;
}

/** Written by the seed: how far a demo network has been laid out. */
export interface SeedDocument {
  _id: string;
  state: "started" | "done";
}

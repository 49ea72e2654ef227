import type { ObjectId } from "mongodb";
import type { Telemetry } from "../machines/telemetry.schema.ts";
import { blind, collection } from "../runtime/collection.ts";
import type { Keyed, SealedSecret } from "./unit-secrets.server.ts";

/** Written by the gateway; `sealedSecret` also by the workers, who forget it in time. A registered control unit. */
export interface UnitDocument extends Keyed {
  _id: ObjectId;
  serialNumber: string;
  name: string;
  version: string;
  registeredAt: Date;
  authorised: boolean;
  /**
   * Since when it may connect for its machine: when it was registered, authorised again or moved there. Missing in what
   * an earlier version wrote.
   */
  authorisedAt?: Date;
  /** Null once its machine was given away. */
  machine: ObjectId | null;
  vendingMachineId: string;
  /** SHA-256 of 256 random bits: a slow hash would stop a storm of reconnects. */
  secretHash: string;
  sealedSecret: SealedSecret | null;
  /**
   * What its commands are signed with, locked with its secret (`command-keys.ts`). Null or missing: the unit was given
   * none with its present secret, and its commands are not signed.
   */
  commandKey?: string | null;
  rev: number;
}

/** Written by the gateway: a unit that requests registration. */
export interface RegistrationRequestDocument extends Keyed {
  _id: ObjectId;
  serialNumber: string;
  version: string;
  dateTime: Date;
  /** The time of the last request. */
  requestedAt: Date;
  /** Its place among the limited number that may wait; missing in what was stored before there was a limit. */
  place?: number;
}

/** Written by the gateway once a minute per unit; no change stream follows it. */
export interface LastSeenDocument {
  _id: string;
  lastSeen: Date;
  strength: number | null;
  /** Missing in what was stored before it was kept. */
  telemetry?: Telemetry;
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
  /**
   * On which connection of its unit `boot` was first received: with `boot` and `seq` it orders messages. Missing in
   * what was stored before connections were counted: 0.
   */
  connectionNumber?: number;
  boot: string;
  seq: number;
  /**
   * The power-ups before `boot` that reported this lock, the newest first, a limited number: a message of theirs that
   * comes later, because it got no PUBACK, is older. Missing if there was none.
   */
  formerBoots?: string[];
  /** Changes that no row of the history lists yet; missing where there are none. */
  unlisted?: UnlistedChanges;
}

/** A lock that bounces changes too often for a row each: its changes are counted, and in time the last becomes one. */
export interface UnlistedChanges {
  changes: number;
  last: Pick<DoorDocument, "isLocked" | "receivedAt" | "at" | "boot" | "seq">;
  dueAt: Date;
  /** Who is writing the row just now, or was when it ended. */
  claim?: string;
}

/** Written by the gateway that receives it: a unit whose locks change more often than doors move. */
export interface BouncingDocument {
  /** The serial number. */
  _id: string;
  /** Its machine when it was published. */
  machine: string | null;
  /** It is over then, unless it was published again. */
  until: Date;
  changes: number;
  lockCount: number;
  worst: { channel: number; changes: number }[];
}

/** Written by the gateway: how often a unit has signed in with its own secret. No change stream follows it. */
interface ConnectionCountDocument {
  /** The serial number. */
  _id: string;
  count: number;
  /** The numbers given last, the newest first, each with the sign-in that it was given to. */
  given: { signIn: string; number: number }[];
}

const alreadyRegistered = () => "Failed / Already Registered";

export const units = {
  units: collection<UnitDocument>({
    indexes: [
      { name: "serialNumber", key: { serialNumber: 1 }, unique: true, taken: alreadyRegistered },
      { name: "serialNumberBlind", key: { serialNumber: 1 }, collation: blind },
      {
        name: "machine",
        key: { machine: 1 },
        unique: true,
        partialFilterExpression: { machine: { $type: "objectId" } },
        taken: alreadyRegistered,
      },
      {
        name: "otherKey",
        key: { "otherKey.at": 1 },
        partialFilterExpression: { "otherKey.at": { $type: "date" } },
      },
      { name: "sealedUntil", key: { "sealedSecret.until": 1 }, sparse: true },
    ],
  }),
  registrationRequests: collection<RegistrationRequestDocument>({
    indexes: [
      { name: "serialNumber", key: { serialNumber: 1 }, unique: true },
      { name: "serialNumberBlind", key: { serialNumber: 1 }, collation: blind },
      { name: "requestedAt", key: { requestedAt: 1 } },
      // Places are limited, so no more requests than that can wait, however many gateways accept them.
      { name: "place", key: { place: 1 }, unique: true, partialFilterExpression: { place: { $gte: 0 } } },
    ],
  }),
  lastSeen: collection<LastSeenDocument>(),
  rattlingUnits: collection<BouncingDocument>({
    indexes: [{ name: "over", key: { until: 1 }, expireAfterSeconds: 0 }],
  }),
  connectionCounts: collection<ConnectionCountDocument>(),
  doors: collection<DoorDocument>({
    indexes: [
      { name: "unit", key: { serialNumber: 1, channel: 1 } },
      { name: "open", key: { receivedAt: 1 }, partialFilterExpression: { isLocked: false } },
      { name: "unlistedDueAt", key: { "unlisted.dueAt": 1 }, sparse: true },
    ],
  }),
};

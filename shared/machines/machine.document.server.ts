import type { ObjectId } from "mongodb";
import { blind, collection } from "../runtime/collection.ts";
import type { OpeningHours } from "./opening-hours.rules.ts";

interface Work {
  until: Date;
  reason: string;
  by: ObjectId;
}

/** Written by the gateway. */
export interface MachineDocument {
  _id: ObjectId;
  name: string;
  /** The business id, printed and in the QR code; never changed, so other records may copy it. */
  vendingMachineId: string;
  location: string;
  active: boolean;
  /** When it was made active again; missing where it never was deactive. */
  activeSince?: Date;
  qrCode: string;
  profile: ObjectId;
  createdAt: Date;
  /**
   * Until when somebody works at it, by MongoDB's clock. Missing if nobody ever did. `own` is set while the work is its
   * region's: the machine's own work, which goes on once the region's is ended. `region` is that region, which also
   * ends its work if the machine has left it since; missing in what an earlier version wrote.
   */
  work?: (Work & { own?: Work | null; region?: ObjectId }) | null;
  /** When work was ended before its time; missing where none ever was. */
  workEndedAt?: Date;
  /** It is an alarm when it is silent for longer; its region's, or 5, where this is missing or null. */
  offlineAfterMinutes?: number | null;
  /** When it is open every day, as HH:MM of TIME_ZONE; always where this is missing or null. */
  hours?: OpeningHours | null;
  rev: number;
}

/**
 * Written by the gateway. Whether its door is locked is in `doors`, which machines write. `stockedOn` is set while the
 * container is full.
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
  /**
   * The transaction, refunded or opened at another container, whose can may have left it: while it is the reservation,
   * somebody must look. Else missing.
   */
  toCheck?: ObjectId;
  isEmpty: boolean;
  product: ObjectId | null;
  stockedOn: Date | null;
  stockedBy: ObjectId | null;
  rev: number;
}

const alreadyRegistered = () => "Failed / Already Registered";

export const machines = {
  machines: collection<MachineDocument>({
    indexes: [
      { name: "vendingMachineId", key: { vendingMachineId: 1 }, unique: true, taken: alreadyRegistered },
      { name: "name", key: { name: 1 } },
      { name: "nameBlind", key: { name: 1 }, collation: blind },
      { name: "vendingMachineIdBlind", key: { vendingMachineId: 1 }, collation: blind },
      { name: "profile", key: { profile: 1 } },
      { name: "qrCode", key: { qrCode: 1 } },
      { name: "underWork", key: { "work.until": 1 } },
    ],
  }),
  containers: collection<ContainerDocument>({
    indexes: [
      { name: "channel", key: { machine: 1, channel: 1 }, unique: true },
      {
        name: "label",
        key: { machine: 1, label: 1 },
        unique: true,
        taken: ({ label }) => `This vending machine has a container ${label} already`,
      },
      // Answers a machine's counts and the pivot of all machines from the index alone.
      { name: "counts", key: { machine: 1, product: 1, isWorking: 1, isEmpty: 1, isReserved: 1, reservedUntil: 1 } },
      { name: "inStock", key: { isEmpty: 1, isWorking: 1, stockedOn: 1, _id: 1 } },
      { name: "inStockAt", key: { machine: 1, isEmpty: 1, isWorking: 1, stockedOn: 1, _id: 1 } },
      { name: "inStockOf", key: { product: 1, isEmpty: 1, isWorking: 1, stockedOn: 1, _id: 1 } },
      { name: "inStockLabelled", key: { label: 1, isEmpty: 1, isWorking: 1, stockedOn: 1, _id: 1 } },
      { name: "product", key: { product: 1 } },
      { name: "lapsing", key: { reservedUntil: 1 }, partialFilterExpression: { reservedUntil: { $type: "date" } } },
    ],
  }),
};

import type { ObjectId } from "mongodb";
import { collection } from "../runtime/collection.ts";

/** What admins set for the whole console; written by the gateway. One document, missing until somebody sets something. */
export interface SettingsDocument {
  _id: ObjectId;
  refundsAlone: number | null;
  /** Missing is null, as in older settings. */
  cansAlone?: number | null;
  /** Rupees. */
  depositAlone?: number | null;
  slotsAlone?: number | null;
  /** Written by callers that count records whose number is limited for all admins together. */
  heldToCount?: ObjectId;
  rev: number;
}

export const settings = {
  // One document, found by its id alone.
  settings: collection<SettingsDocument>(),
};

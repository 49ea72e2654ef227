import type { ObjectId } from "mongodb";
import { collection } from "../runtime/collection.ts";
import type { BrandSales, DaySales, MachineSales } from "./day-sales.rules.ts";

/** Computed anew by a worker when orders of its day change; the gateway writes what was downloaded. Money in paise. */
export interface SalesDocument extends Omit<DaySales, "gst" | "brands" | "machines"> {
  _id: ObjectId;
  /** A day of TIME_ZONE: yyyy-mm-dd. */
  day: string;
  /** Its first moment. */
  from: Date;
  /** How lists find it by its month, and by the day as it is written: "November", "22 Nov 2026". */
  month: string;
  dayText: string;
  gst: { total: number; cgst: number; sgst: number };
  brands: BrandSales[];
  machines: MachineSales[];
  /** Its day is not over. */
  isOpen: boolean;
  /** Raised with each change of its figures. */
  version: number;
  changedAt: Date;
  /** The moment (cluster time) whose orders it counts: what was read earlier never overwrites it. */
  asOf: string;
  /** The version that was downloaded last. */
  downloaded: { version: number; at: Date } | null;
}

/** Written by the worker that counts sales: one document, how far it is. */
export interface SalesProgressDocument {
  _id: "sales";
  /** Whose days its rows are. */
  timeZone: string;
  /** Orders that changed before it are in their rows, but for the latest two minutes. */
  seenTo: Date;
  /** The next day that is to be counted whatever changed; null when none is. */
  recount: string | null;
  /** The lease of the worker that counts (`lease.ts`). */
  holder: ObjectId | null;
  heldUntil: Date | null;
}

export const sales = {
  sales: collection<SalesDocument>({
    indexes: [
      { name: "day", key: { day: 1 }, unique: true, taken: () => "This day has a row already" },
      { name: "from", key: { from: 1, _id: 1 } },
      { name: "open", key: { isOpen: 1, day: 1 } },
      { name: "month", key: { month: 1, from: 1 } },
      { name: "dayText", key: { dayText: 1, from: 1 } },
      { name: "sales", key: { sales: 1, _id: 1 } },
      { name: "refundableDeposit", key: { refundableDeposit: 1, _id: 1 } },
      { name: "securityDeposit", key: { securityDeposit: 1, _id: 1 } },
      { name: "gst", key: { "gst.total": 1, _id: 1 } },
    ],
  }),
  salesProgress: collection<SalesProgressDocument>(),
};

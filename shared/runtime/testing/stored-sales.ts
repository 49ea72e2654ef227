import { ObjectId } from "mongodb";
import { startOfDay } from "../../http/zone-days.ts";
import { halvesOf } from "../../sales/day-sales.rules.ts";
import { dayTextOf, monthOf } from "../../sales/day-words.ts";
import type { SalesDocument } from "../../sales/sales.document.server.ts";

/** A day of Asia/Kolkata on which one order of two cans was sold at one machine, unless the test says otherwise. */
export const aSalesDay = (day: string, options: Partial<SalesDocument> & { gstPaise?: number } = {}): SalesDocument => {
  const { gstPaise = 1_440, ...given } = options;
  const { sales = 8_000, cans = 2, orders = 1 } = given;
  const sold = { cans, sales, gst: gstPaise };
  return {
    _id: new ObjectId(),
    day,
    from: new Date(startOfDay(day, "Asia/Kolkata")),
    month: monthOf(day),
    dayText: dayTextOf(day),
    orders,
    cans,
    sales,
    refundableDeposit: 0,
    securityDeposit: 0,
    penalties: 0,
    gst: { total: gstPaise, ...halvesOf(gstPaise) },
    netAmount: sales + gstPaise,
    brands: [{ product: "a".repeat(24), brand: "Cola", gstBasisPoints: 1_800, ...sold }],
    machines: [{ machine: "b".repeat(24), vendingMachineId: "VM-1", orders, ...sold }],
    isOpen: false,
    version: 1,
    changedAt: new Date(),
    asOf: "0000000000000001",
    downloaded: null,
    ...given,
  };
};

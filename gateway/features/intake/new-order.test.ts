import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { isRefused, priceOrder } from "#shared/orders/pricing.rules.ts";
import { aBrandEntry, aMachine, aProduct, aProfile } from "#shared/runtime/testing/stored-records.ts";
import { newOrder } from "./new-order.ts";
import { entryOf } from "./sale-of.ts";

test("an order's id has the day of TIME_ZONE, as sales and reports have it", () => {
  const cola = aProduct();
  const money = priceOrder({
    entries: [entryOf(aBrandEntry(cola))],
    gst: 0,
    forSale: new Map([[`${cola._id}`, 1]]),
    lines: [{ product: `${cola._id}`, type: "unit", quantity: 1 }],
    couponDiscount: 0,
    penalties: [],
    securityDeposit: 0,
  });
  if (isRefused(money)) throw new Error(money.why);
  const sold = { user: new ObjectId(), machine: aMachine(), profile: aProfile(), money, by: null };
  // Half past one at night of the 23rd in Kolkata.
  const now = new Date("2026-11-22T20:00:00Z");

  const [there, utc] = ["Asia/Kolkata", "UTC"].map((timeZone) => newOrder({ ...sold, now, timeZone }).orderId);

  expect([there?.slice(0, 11), utc?.slice(0, 11)]).toEqual(["ORD-261123-", "ORD-261122-"]);
});

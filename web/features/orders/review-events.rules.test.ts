import { expect, test } from "vitest";
import type { PaymentsToReview } from "#shared/payments/payment.schema.ts";
import { loadAgain } from "../../live/follow.ts";
import { afterEvent, afterSettling } from "./review-events.ts";
import { shownOrder } from "./testing/shown-order.ts";

const flagged = shownOrder(1, { flags: ["paid twice"] });
const stuck = shownOrder(2);
const known: PaymentsToReview = {
  flagged: [flagged],
  flaggedCount: 101,
  stuck: [stuck],
  stuckCount: 1,
  unknown: [],
  unknownCount: 0,
};

test("an order that is flagged no more leaves the list, and its count", () => {
  expect(afterEvent(known, { ...flagged, flags: [], rev: 1 })).toEqual({ ...known, flagged: [], flaggedCount: 100 });
});

test("one that stays is shown as published, with its names", () => {
  const now = { ...flagged, user: { _id: flagged.user._id }, flags: ["paid twice" as const, "other amount" as const] };
  expect(afterEvent(known, now)).toMatchObject({
    flagged: [{ flags: ["paid twice", "other amount"], user: { name: "Anu Thomas" } }],
    flaggedCount: 101,
  });
});

test("one that comes to be flagged is loaded, for its names", () => {
  expect(afterEvent(known, shownOrder(3, { flags: ["other amount"] }))).toBe(loadAgain);
});

test("an old one that ended leaves its list; one that concerns nobody changes nothing", () => {
  expect(afterEvent(known, { ...stuck, orderStatus: "payment canceled", rev: 1 })).toEqual({
    ...known,
    stuck: [],
    stuckCount: 0,
  });
  expect(afterEvent(known, shownOrder(9))).toEqual(known);
});

test("a payment of no order that somebody looked after leaves the list, once; one that moved meanwhile stands as it is", () => {
  const at = "2026-03-01T10:00:00.000Z";
  const payment = {
    paymentId: "pay_1",
    providerOrderId: "",
    status: "authorized",
    amount: 94.4,
    currency: "INR",
    said: [],
    firstAt: at,
    lastAt: at,
    settled: null,
  };
  const waiting = { ...known, unknown: [payment], unknownCount: 101 };
  const settled = { ...payment, settled: { at, by: { _id: "a".repeat(24), name: "Asha" }, reason: "Given back" } };

  const left = afterSettling(waiting, settled);
  expect(left).toEqual({ ...known, unknown: [], unknownCount: 100 });
  expect(afterSettling(left, settled)).toEqual(left);
  const captured = { ...payment, status: "captured" };
  expect(afterSettling(waiting, captured)).toEqual({ ...waiting, unknown: [captured] });
});

import { expect, test } from "vitest";
import * as rules from "./approval.rules.ts";

const request = { state: "requested" as const, by: { _id: "asker" }, user: "customer" };

test.each([
  [{}, "other", null],
  [{}, "asker", "Another operator must approve or decline your request"],
  [{}, "customer", "Another operator must decide a request about your own account"],
  [{ state: "approved" as const }, "other", rules.decidedText],
  [{ user: "" }, "other", null],
])("a request with %j, by %s: %s", (facts, operator, why) => {
  expect(rules.whyNotApprove({ ...request, ...facts }, operator)).toBe(why);
});

test.each([
  [{ alone: null, today: 99, more: 99 }, false],
  [{ alone: 5, today: 0, more: 5 }, false],
  [{ alone: 5, today: 1, more: 5 }, true],
  [{ alone: 5, today: 9, more: 0 }, false],
  [{ alone: 5, today: 9, more: -1 }, false],
  [{ alone: 0, today: 0, more: 1 }, true],
])("%j is more than one person may: %s", (byHand, isAbove) => {
  expect(rules.isAboveAlone(byHand)).toBe(isAbove);
});

test("what is above says how much it would be today", () => {
  const cans = (count: number) => `${count} cans`;
  expect(rules.byHandText({ alone: 5, today: 1, more: 6 }, cans)).toBe(
    "One person may change 5 cans of a customer a day by hand: this makes 7 cans today",
  );
  expect(rules.byHandText({ alone: null, today: 0, more: 1 }, cans)).toContain("may change 0 cans");
});

test("each kind has its button and its words", () => {
  expect(rules.approvalWords).toEqual({
    user: { button: "Ask for Update", requests: "an update of this user" },
    order: { button: "Ask for Status", requests: "another status of this order" },
    deposit: { button: "Ask for Deposit", requests: "a change of this deposit" },
    cans: { button: "Ask for Cans", requests: "a change of these cans" },
    refund: { button: "Ask for Refund", requests: "a refund of this can" },
    "own-order": { button: "Ask for Order", requests: "an order of their own that is free or has a coupon" },
  });
  const { alreadyRequestedText, decidedText, oneSufficesText, phoneText, calledPaidText } = rules;
  expect([alreadyRequestedText, decidedText, oneSufficesText, phoneText, calledPaidText]).toEqual([
    "Somebody asked for this already: another operator approves or declines it",
    "This request was decided already, or has ended",
    "This needs no second person: make the change yourself",
    "Staff need a second person to change a customer's phone",
    "Staff need a second person to set 'payment successful'; Verify Payment needs none",
  ]);
});

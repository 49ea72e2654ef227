import { expect, test } from "vitest";
import { needsSecondPerson, refundRuleText } from "./refund.rules.ts";

test.each([
  [{ alone: null, today: 9, own: false }, false, null],
  [
    { alone: 0, today: 0, own: false },
    true,
    "This customer has had no refund today: another one needs a second person",
  ],
  [
    { alone: 2, today: 1, own: false },
    false,
    "This customer has had 1 refund today: one person may give 2 refunds a day",
  ],
  [
    { alone: 2, today: 2, own: false },
    true,
    "This customer has had 2 refunds today: another one needs a second person",
  ],
  [
    { alone: 1, today: 5, own: false },
    true,
    "This customer has had 5 refunds today: another one needs a second person",
  ],
  [{ alone: null, today: 0, own: true }, true, "This can is your own: ask another operator to refund it"],
])("%j: a second person %s", (facts, needed, words) => {
  expect(needsSecondPerson(facts)).toBe(needed);
  expect(refundRuleText(facts)).toBe(words);
});

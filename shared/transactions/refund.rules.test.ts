import { expect, test } from "vitest";
import { needsSecondPerson, refundRuleText, whyNotDecide } from "./refund.rules.ts";

test.each([
  [{ alone: null, today: 9 }, false, null],
  [{ alone: 0, today: 0 }, true, "This customer has had no refund today: another one needs a second person"],
  [{ alone: 2, today: 1 }, false, "This customer has had 1 refund today: one person may give 2 refunds a day"],
  [{ alone: 2, today: 2 }, true, "This customer has had 2 refunds today: another one needs a second person"],
  [{ alone: 1, today: 5 }, true, "This customer has had 5 refunds today: another one needs a second person"],
])("%j: a second person %s", (facts, needed, words) => {
  expect(needsSecondPerson(facts)).toBe(needed);
  expect(refundRuleText(facts)).toBe(words);
});

test("whoever asked does not decide, and nobody decides what is not asked for", () => {
  const request = { by: { _id: "a" } };

  expect(whyNotDecide(request, "a")).toMatch(/another operator/);
  expect(whyNotDecide(request, "b")).toBeNull();
  expect(whyNotDecide(null, "b")).toMatch(/Nobody asks/);
});

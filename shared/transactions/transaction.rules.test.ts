import { expect, test } from "vitest";
import * as rules from "./transaction.rules.ts";

test.each([
  { status: "pending", isLive: false, open: null, refund: null },
  { status: "pending", isLive: true, open: rules.liveText, refund: null },
  { status: "opened", isLive: true, open: rules.takenText, refund: rules.takenText },
  { status: "opened", isLive: false, open: rules.takenText, refund: rules.takenText },
  { status: "failed", isLive: false, open: rules.refundedText, refund: rules.refundedText },
] as const)("$status, live $isLive: open $open, refund $refund", ({ status, isLive, open, refund }) => {
  expect(rules.whyNotOpen({ status, isLive })).toBe(open);
  expect(rules.whyNotRefund({ status })).toBe(refund);
});

test.each([
  ["pending", true, true],
  ["opened", false, false],
  ["failed", true, false],
] as const)("%s: Open Container is offered %s, Refund Can %s", (status, open, refund) => {
  expect([rules.showsOpen({ status }), rules.showsRefund({ status })]).toEqual([open, refund]);
});

test.each([
  ["pending", false, { code: "not-taken", why: "Only a can that was taken can be returned" }],
  ["failed", false, { code: "not-taken", why: "Only a can that was taken can be returned" }],
  ["opened", true, { code: "already-returned", why: "Already returned" }],
  ["opened", false, null],
] as const)("%s, returned %s: %j", (status, returned, why) => {
  expect(rules.whyNotReturn({ status, returned })).toEqual(why);
});

test.each([
  [-3, 1],
  [0.2, 1],
  [7.1, 8],
])("%d seconds left are shown as %d", (left, expected) => {
  expect(rules.waitText(left)).toBe(`The container may still open: try again in ${expected} s`);
});

test("what was done already is said in these words", () => {
  const { takenText, refundedText, returnedText, liveText } = rules;

  expect([takenText, refundedText, returnedText, liveText]).toEqual([
    "This can was taken already: its container was seen open",
    "Already refunded",
    "Already returned",
    "Its container is being opened right now",
  ]);
});

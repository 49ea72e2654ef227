import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { eraseIn, eraserOf, patternsOf } from "./erase-words.ts";

const asha = { name: "Asha Rao", phone: "9847012345", email: "asha@example.in" };
const nobody = { name: "", phone: "", email: "" };

describe("texts that name a person", () => {
  test.each([
    ["Asha Rao called about jam", "Account deleted called about jam"],
    ["ASHA rao, 9847012345", "Account deleted, Account deleted"],
    ["mail asha@example.in today", "mail Account deleted today"],
    ["Rao's can", "Account deleted's can"],
    ["Ashanti paid", "Ashanti paid"],
    ["19847012345", "19847012345"],
    ["call +919847012345 or 09847012345", "call Account deleted or Account deleted"],
    ["98470 12345, +91 98470-12345", "Account deleted, Account deleted"],
    ["919847012345 (98470\u00a012345)", "Account deleted (Account deleted)"],
    ["९८४७०१२३४५ पर कॉल करें, +९१ ९८४७० १२३४५", "Account deleted पर कॉल करें, Account deleted"],
    ["௯௮௪௭௦௧௨௩௪௫ 9847०१२३४५ ９８４７０１２３４５", "Account deleted Account deleted Account deleted"],
    ["१९८४७०१२३४५", "१९८४७०१२३४५"],
    ["₹98470 and 12345 cans", "₹98470 and 12345 cans"],
    ["a broken door", "a broken door"],
  ])("%s: %s", (before, after) => {
    expect(eraserOf(asha)(before)).toBe(after);
  });

  test("signs in a name are no pattern", () => {
    expect(eraserOf({ ...asha, name: "A.*(" })("A.*( and all")).toBe("Account deleted and all");
    expect(eraserOf({ ...asha, name: "Anne-Sophie (Rao)" })("Sophie and Rao")).toBe(
      "Account deleted and Account deleted",
    );
    expect(eraserOf({ ...asha, name: "Li" })("Li likes it")).toBe("Li likes it");
  });

  test("who has no name at all is in no text", () => {
    expect(eraserOf(nobody)("Asha")).toBe("Asha");
    expect(patternsOf(nobody)).toEqual([]);
  });
});

test("every text of a record is looked through, and nothing else is touched", () => {
  const id = new ObjectId();
  const at = new Date();
  const value = { id, at, steps: [{ reason: "for Asha" }, { reason: "" }], sum: 3, none: null };
  expect(eraseIn(value, eraserOf(asha))).toEqual({
    id,
    at,
    steps: [{ reason: "for Account deleted" }, { reason: "" }],
    sum: 3,
    none: null,
  });
  const unnamed = { id, steps: [{ reason: "" }] };
  expect(eraseIn(unnamed, eraserOf(asha))).toBe(unnamed);
});

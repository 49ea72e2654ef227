import { expect, test } from "vitest";
import { aShownContainer } from "#shared/testing/shown-records.ts";
import { loadAgain } from "../live/follow.ts";
import { withPublished } from "./container-list.ts";

const { isLocked: _isLocked, ...published } = aShownContainer("7", { rev: 2 });
const shown = { ...published, isLocked: false, rev: 1 };

test("an edit of a container leaves its door as it was last said to be", () => {
  expect(withPublished([shown], published)).toEqual([{ ...published, isLocked: false }]);
});

test("a container that somebody adds is loaded: its lock may stand open", () => {
  expect(withPublished([], published)).toBe(loadAgain);
});

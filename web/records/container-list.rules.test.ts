import { expect, test } from "vitest";
import { aShownContainer } from "#shared/testing/shown-records.ts";
import { loadAgain } from "../live/follow.ts";
import { withContainers, withPublished } from "./container-list.ts";

const { isLocked: _isLocked, ...published } = aShownContainer("7", { rev: 2 });
const shown = { ...published, isLocked: false, rev: 1 };

test("an edit of a container leaves its door as it was last said to be", () => {
  expect(withPublished([shown], published)).toEqual([{ ...published, isLocked: false }]);
});

test("a container that somebody adds is loaded: its lock may stand open", () => {
  expect(withPublished([], published)).toBe(loadAgain);
});

test("a container that somebody has checked and marked empty is not to be checked any more, in event and answer", () => {
  const toCheck = { ...shown, isReserved: true, isEmpty: false, toBeChecked: true as const };
  const checked = { ...published, isReserved: false, isEmpty: true };

  expect(withPublished([toCheck], checked)).toEqual([{ ...checked, isLocked: false }]);
  expect(withContainers([toCheck], [{ ...checked, isLocked: true }])).toEqual([{ ...checked, isLocked: true }]);
});

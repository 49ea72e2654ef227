import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { changedWork } from "./machine-work.ts";

const now = Date.UTC(2026, 10, 24, 8);
const work = (minutes: number) => ({
  until: new Date(now + minutes * 60_000),
  reason: "A new lock",
  by: new ObjectId(),
});

test.each([
  ["while it lasts", work(5), new Date(now)],
  ["after it was over by itself", work(-1), work(-1).until],
])("work that is ended %s has its end noted", (_, before, workEndedAt) => {
  expect(changedWork({ work: before }, null, now)).toEqual({ work: null, workEndedAt });
});

test("where nobody worked there is no end", () => {
  expect(changedWork({ work: null }, null, now)).toEqual({ work: null });
});

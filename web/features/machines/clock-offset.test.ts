import { expect, test } from "vitest";
import { clockOffsetText } from "./clock-offset.ts";

test.each([
  { seconds: 61, says: "1 minute ahead" },
  { seconds: -300, says: "5 minutes behind" },
  { seconds: 7_200, says: "2 hours ahead" },
  { seconds: -86_400, says: "1 day behind" },
  { seconds: 8_640_000, says: "100 days ahead" },
])("a clock that is off by $seconds s is $says", ({ seconds, says }) => {
  expect(clockOffsetText(seconds)).toBe(says);
});

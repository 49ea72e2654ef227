import { expect, test } from "vitest";
import { firstSteps } from "./first-steps.ts";

const nothing = { profiles: 0, products: 0, machines: 0, units: 0, heard: 0 };

test.each([
  [nothing, [false, false, false, false, false]],
  [{ ...nothing, profiles: 1 }, [true, false, false, false, false]],
  [{ ...nothing, profiles: 2, products: 3, machines: 1 }, [true, true, true, false, false]],
  [{ profiles: 1, products: 1, machines: 1, units: 1, heard: 1 }, [true, true, true, true, true]],
])("of %j the steps are done: %j", (of, done) => {
  expect(firstSteps(of).map(({ isDone }) => isDone)).toEqual(done);
});

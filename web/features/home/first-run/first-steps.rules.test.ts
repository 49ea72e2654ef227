import { expect, test } from "vitest";
import { firstSteps } from "./first-steps.ts";

const nothing = { products: 0, profiles: 0, machines: 0, firstMachine: null, assigned: 0, units: 0, heard: 0 };

test.each([
  [nothing, [false, false, false, false, false, false]],
  [{ ...nothing, products: 1 }, [true, false, false, false, false, false]],
  [{ ...nothing, products: 3, profiles: 2, machines: 1 }, [true, true, true, false, false, false]],
  [{ ...nothing, products: 1, profiles: 1, machines: 1, assigned: 4 }, [true, true, true, true, false, false]],
  [
    { ...nothing, products: 1, profiles: 1, machines: 1, assigned: 1, units: 1, heard: 1 },
    [true, true, true, true, true, true],
  ],
])("of %j the steps are done: %j", (of, done) => {
  expect(firstSteps(of).map(({ isDone }) => isDone)).toEqual(done);
});

test("the step about containers leads to the inventory of the machine that was added", () => {
  const [, , , containers] = firstSteps({ ...nothing, machines: 1, firstMachine: "m1" });

  expect(containers).toMatchObject({ to: "/vendingMachine/m1/Inventory", action: "Manage Inventory" });
});

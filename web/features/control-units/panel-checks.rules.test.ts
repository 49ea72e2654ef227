import { expect, test } from "vitest";
import type { TestMachine } from "#shared/control-units/control-unit.schema.ts";
import { type Chosen, containerCheck, feedbackCheck, sentDay, testProducts, verifyCheck } from "./panel-checks.ts";

const machine: TestMachine = {
  _id: "a".repeat(24),
  vendingMachineId: "VM-1",
  name: "Gate 1",
  brands: [
    { brand: "Kochi Cola", product: "c".repeat(24) },
    { brand: "DEPOSIT", product: "d".repeat(24) },
    { brand: "Ginger Fizz", product: "e".repeat(24) },
  ],
  containers: ["1", "2", "3"],
  working: ["1", "3"],
};
const product = "c".repeat(24);
const session = "5".repeat(24);
const chosen: Chosen = { machine, product, session };

test("a machine's products are its brands without DEPOSIT, in the order of their names", () => {
  expect(testProducts(machine).map(({ label }) => label)).toEqual(["Ginger Fizz", "Kochi Cola"]);
});

test.each([
  ["no machine", { ...chosen, machine: null }, "1", "select Vending Machine and Product"],
  ["no product", { ...chosen, product: null }, "1", "select Vending Machine and Product"],
  [
    "no machine is said before what is wrong with the list",
    { ...chosen, machine: null },
    "x",
    "select Vending Machine and Product",
  ],
  ["a letter", chosen, "1,b", "Invalid Input"],
  ["nothing", chosen, " ", "Invalid Input"],
  ["only commas", chosen, ",,", "Invalid Input"],
  ["the same twice", chosen, "1,2,,1", "Container - Duplicates"],
  ["more than fifty", chosen, Array.from({ length: 51 }, (_, at) => at + 1).join(), "At most 50 containers"],
])("%s is refused in the specification's words", (_, of, text, error) => {
  const about = error.startsWith("select") ? "choice" : "list";
  expect(containerCheck(of, text, null)).toEqual({ error, about });
});

test("a list is split on commas alone: labels may have dots", () => {
  expect(containerCheck(chosen, "1.2,,3,", null)).toEqual({ machine, product, labels: ["1.2", "3"] });
});

test("'all' takes the place of the list, however long it is; a machine without a container has none", () => {
  const many = Array.from({ length: 999 }, (_, at) => String(at + 1));
  expect(containerCheck(chosen, "x", many)).toEqual({ machine, product, labels: many });
  expect(containerCheck(chosen, "x", ["7"])).toEqual({ machine, product, labels: ["7"] });
  expect(containerCheck(chosen, "", [])).toMatchObject({ error: "Invalid Input" });
});

test.each([
  { ...chosen, machine: null },
  { ...chosen, product: null },
  { ...chosen, session: null },
])("Verify Lock Close needs machine, product and session", (of) => {
  expect(verifyCheck(of)).toEqual({ error: "select Vending Machine and Product / Session Not found" });
});

test("with all three the session's doors are queried", () => {
  expect(verifyCheck(chosen)).toEqual({ machine, product, session });
});

test("feedback requires lock status, then operation type, then machine and session; a product it does not need", () => {
  const nothing: Chosen = { machine: null, product: null, session: null };
  expect(feedbackCheck(nothing, null, null)).toEqual({ error: "Select Lock Status" });
  expect(feedbackCheck(nothing, "Failed To Open", null)).toEqual({ error: "Select Operation Type" });
  expect(feedbackCheck(nothing, "Failed To Open", "Stock Update")).toEqual({
    error: "select Vending Machine / Session Not found",
  });
  for (const lacking of [
    { ...chosen, session: null },
    { ...chosen, machine: null },
  ])
    expect(feedbackCheck(lacking, "Failed To Open", "Stock Update")).toHaveProperty("error");
  expect(feedbackCheck({ ...chosen, product: null }, "Failed To Close", "Open Container")).toEqual({
    vendingMachineId: "VM-1",
    id: session,
    lockFailedTo: "Failed To Close",
    operationType: "Open Container",
  });
});

test("the start date is sent as year/month/day", () => {
  expect(sentDay("2026-11-03")).toBe("2026/11/03");
});

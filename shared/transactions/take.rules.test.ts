import { expect, test } from "vitest";
import { freeSlotsOf, limitOf, type TakeFacts, whyNotTake } from "./take.rules.ts";

const may: TakeFacts = {
  suspend: false,
  brand: "Cola",
  openCans: 1,
  openedToday: 0,
  ownLimit: 0,
  machineLimit: 0,
  needDeposit: false,
  freeSlots: 0,
  needSecurityDeposit: false,
  securityDeposit: 0,
};

test.each<[Partial<TakeFacts>, string | null]>([
  [{}, null],
  [{ suspend: true }, "This user is suspended and takes no cans"],
  [{ openCans: 0 }, "This user has no can of Cola to take at this vending machine"],
  [{ openCans: 0, brand: "" }, "This user has no can to take at this vending machine"],
  [{ openedToday: 99 }, null],
  [{ machineLimit: 2, openedToday: 1 }, null],
  [{ machineLimit: 2, openedToday: 2 }, "The limit of 2 cans a day is reached"],
  [{ ownLimit: 3, machineLimit: 2, openedToday: 2 }, null],
  [{ ownLimit: 1, machineLimit: 0, openedToday: 1 }, "The limit of 1 cans a day is reached"],
  [{ needDeposit: true, freeSlots: 1 }, null],
  [{ needDeposit: true }, "No deposit is free: return a can or buy a deposit first"],
  [{ needDeposit: true, freeSlots: -1 }, "No deposit is free: return a can or buy a deposit first"],
  [{ needSecurityDeposit: true }, "A security deposit must be paid first"],
  [{ needSecurityDeposit: true, securityDeposit: 1 }, null],
])("%j: %s", (facts, why) => {
  expect(whyNotTake({ ...may, ...facts })?.why ?? null).toBe(why);
});

test.each<[Partial<TakeFacts>, string]>([
  [{ suspend: true }, "customer-suspended"],
  [{ openCans: 0 }, "no-cans"],
  [{ machineLimit: 2, openedToday: 2 }, "daily-limit"],
  [{ needDeposit: true }, "no-deposit-slot"],
  [{ needSecurityDeposit: true }, "security-deposit-due"],
])("%j is refused with the code %s", (facts, code) => {
  expect(whyNotTake({ ...may, ...facts })?.code).toBe(code);
});

test.each([
  [0, 0, 0],
  [0, 4, 4],
  [2, 4, 2],
  [9, 4, 9],
])("an own limit of %d where the machine's is %d is %d", (ownLimit, machineLimit, limit) => {
  expect(limitOf({ ownLimit, machineLimit })).toBe(limit);
});

test("slots are bought and given, and used", () => {
  expect(freeSlotsOf({ depositBought: 2, freeDeposit: 1, depositUsed: 2 })).toBe(1);
});

import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openPaidHouse, type PaidHouse } from "./paid-house.ts";
import { runPaidOrders } from "./paid-orders.ts";

let house: PaidHouse;
beforeAll(async () => {
  house = await openPaidHouse(inject("distDir"));
});
afterAll(() => house?.stop());

test("orders are paid while gateways and workers are killed: each is credited wholly or not at all", async () => {
  const outcome = await runPaidOrders(house, 30, () => {});

  expect(outcome).toMatchObject({ wrong: [], uncredited: 0 });
  expect(outcome.paid + outcome.unpaid).toBe(30);
  expect(outcome.paid).toBeGreaterThan(10);
  expect(outcome.kills).toBeGreaterThan(0);
});

import { expect, inject, test } from "vitest";
import { setUp } from "#shared/testing/set-up.ts";
import { openPaidHouse } from "./paid-house.ts";
import { runPaidOrders } from "./paid-orders.ts";

const house = setUp(() => openPaidHouse(inject("distDir")));

test("orders are paid while gateways and workers are killed: each is credited wholly or not at all", async () => {
  const outcome = await runPaidOrders(house, 30, () => {});

  expect(outcome).toMatchObject({ wrong: [], uncredited: 0 });
  expect(outcome.paid + outcome.unpaid).toBe(30);
  expect(outcome.paid).toBeGreaterThan(10);
  expect(outcome.kills).toBeGreaterThan(0);
});

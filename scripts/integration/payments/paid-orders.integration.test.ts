import { expect, inject, test } from "vitest";
import { setUp } from "#shared/testing/set-up.ts";
import { openPaidApp } from "./paid-app.ts";
import { runPaidOrders } from "./paid-orders.ts";

const app = setUp(() => openPaidApp(inject("distDir")));

test("orders are paid while gateways and workers are killed: each is credited wholly or not at all", async () => {
  const outcome = await runPaidOrders(app, 30, () => {});

  expect(outcome).toMatchObject({ wrong: [], uncredited: 0, unflagged: [] });
  expect(outcome.paid + outcome.unpaid).toBe(30);
  expect(outcome.paid).toBeGreaterThan(10);
  expect(outcome.kills).toBeGreaterThan(0);
});
